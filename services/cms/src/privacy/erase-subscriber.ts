import type { UserId } from '@satrangi/contracts';
import type { endSubscription } from '../newsletter/leave-newsletter.ts';
import type { SubscribersStore } from '../newsletter/subscribers.store.ts';

/** Ends the subscriptions that an account confirmed. */
export const eraseSubscriber =
  (subscribers: SubscribersStore, end: ReturnType<typeof endSubscription>) =>
  async (userId: UserId): Promise<void> => {
    for (const { _id } of await subscribers.ofReader(userId)) await end(_id, 'erasure');
  };
