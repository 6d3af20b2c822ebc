import {
  type ErasingService,
  type SubscriptionDefinition,
  type UserId,
  type userDeleted,
  userForgotten,
} from '@satrangi/contracts';
import { on, type Subscription } from '../bus/events.ts';
import type { ErasureRecords } from '../store/erasure-records.ts';
import type { ServiceContext } from './service-context.ts';

type Context = Pick<ServiceContext<unknown>, 'events' | 'ids'>;
type Definition = SubscriptionDefinition<typeof userDeleted> & { readonly service: ErasingService };
type Options = {
  readonly records: Pick<ErasureRecords, 'record' | 'acknowledge'>;
  /** One function for each store with personal data, called in this order; each must be idempotent. */
  readonly erasers: readonly ((userId: UserId) => Promise<unknown>)[];
  /** The id of the record, where it is not the account's own. */
  readonly recordIdOf?: (userId: UserId) => string;
};

/**
 * The subscription to deleted accounts: records the erasure, erases the personal data, then publishes the acknowledgement
 * of the service. Repeats all of it on each delivery, with one event id per account.
 */
export const eraseOn = (
  definition: Definition,
  { events, ids }: Context,
  { records, erasers, recordIdOf = (userId) => userId }: Options,
): Subscription =>
  on(definition, async (deleted) => {
    const { userId } = deleted.data;
    const recordId = recordIdOf(userId);
    const acknowledged = userForgotten[definition.service];
    await records.record(recordId);
    for (const erase of erasers) await erase(userId);
    const acknowledgement = events.newEvent(acknowledged, {
      id: ids.eventId(acknowledged.type, userId),
      subject: `user/${userId}`,
      data: { userId },
      causation: deleted,
    });
    await records.acknowledge(recordId, acknowledgement);
  });
