import type { ServiceContext } from '@satrangi/chassis';
import { type EventOf, type UserId, type userDeleted, userForgotten } from '@satrangi/contracts';
import type { ErasedReadersStore } from './erasures.store.ts';

type Deps = Pick<ServiceContext<unknown>, 'clock' | 'events' | 'ids'> & {
  readonly erasedReaders: ErasedReadersStore;
  /** One function per store with personal data; each must be idempotent. */
  readonly erasers: readonly ((userId: UserId) => Promise<void>)[];
};

/**
 * Erases a deleted account's grants, progress and copies. Only the bare id stays, so that late events store nothing.
 * Confirms to identity on every delivery, with one event id per user.
 */
export const eraseReader =
  ({ erasedReaders, erasers, clock, events, ids }: Deps) =>
  async (deleted: EventOf<typeof userDeleted>): Promise<void> => {
    const { userId } = deleted.data;
    await erasedReaders.record(userId, clock.now().toISOString());
    for (const erase of erasers) await erase(userId);
    const confirmation = events.newEvent(userForgotten.library, {
      id: ids.eventId(userForgotten.library.type, userId),
      subject: `user/${userId}`,
      data: { userId },
      causation: deleted,
    });
    await erasedReaders.confirm(userId, confirmation);
  };
