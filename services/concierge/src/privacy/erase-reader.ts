import type { ServiceContext } from '@satrangi/chassis';
import { type EventOf, type UserId, type userDeleted, userForgotten } from '@satrangi/contracts';
import type { ErasuresStore } from './erasures.store.ts';

type Deps = Pick<ServiceContext<unknown>, 'events' | 'ids'> & {
  readonly erasures: ErasuresStore;
  /** One function for each store with personal data; each must be idempotent. */
  readonly erasers: readonly ((userId: UserId) => Promise<void>)[];
};

/** Erases conversations and ownership of a deleted account, then acknowledges it: on each delivery, with one event id. */
export const eraseReader =
  ({ erasures, erasers, events, ids }: Deps) =>
  async (deleted: EventOf<typeof userDeleted>): Promise<void> => {
    const { userId } = deleted.data;
    await erasures.record(userId);
    for (const erase of erasers) await erase(userId);
    const acknowledged = events.newEvent(userForgotten.concierge, {
      id: ids.eventId(userForgotten.concierge.type, userId),
      subject: `user/${userId}`,
      data: { userId },
      causation: deleted,
    });
    await erasures.acknowledge(userId, acknowledged);
  };
