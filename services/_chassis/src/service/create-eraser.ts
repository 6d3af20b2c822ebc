import {
  type ErasingService,
  type EventOf,
  type UserId,
  type userDeleted,
  userForgotten,
} from '@satrangi/contracts';
import type { ErasureRecords } from '../store/erasure-records.ts';
import type { ServiceContext } from './service-context.ts';

type Context = Pick<ServiceContext<unknown>, 'events' | 'ids'>;
type Options = {
  readonly service: ErasingService;
  readonly records: Pick<ErasureRecords, 'record' | 'acknowledge'>;
  /** One function for each store with personal data, called in this order; each must be idempotent. */
  readonly erasers: readonly ((userId: UserId) => Promise<unknown>)[];
  /** The id of the record, where it is not the account's own. */
  readonly recordIdOf?: (userId: UserId) => string;
};

/**
 * The handler of a deleted account: records the erasure, erases the personal data, then publishes the acknowledgement
 * of the service. Repeats all of it on each delivery, with one event id per account.
 */
export const createEraser =
  ({ events, ids }: Context, { service, records, erasers, recordIdOf = (userId) => userId }: Options) =>
  async (deleted: EventOf<typeof userDeleted>): Promise<void> => {
    const { userId } = deleted.data;
    const recordId = recordIdOf(userId);
    const definition = userForgotten[service];
    await records.record(recordId);
    for (const erase of erasers) await erase(userId);
    const acknowledgement = events.newEvent(definition, {
      id: ids.eventId(definition.type, userId),
      subject: `user/${userId}`,
      data: { userId },
      causation: deleted,
    });
    await records.acknowledge(recordId, acknowledgement);
  };
