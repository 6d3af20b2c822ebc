import { on, type Subscription } from '@satrangi/chassis';
import { subscriptions, type UserId } from '@satrangi/contracts';
import type { Holding, OwnershipStore } from './ownership.store.ts';

/** Projects grants and revocations. Those that arrive after the erasure of their account, or during it, leave nothing. */
export const ownershipSubscribers = (
  ownership: OwnershipStore,
  isErased: (userId: UserId) => Promise<boolean>,
): Subscription[] => {
  const project =
    (record: (holding: Holding, at: Date) => Promise<void>) =>
    async ({ data, time }: { readonly data: Holding; readonly time: string }): Promise<void> => {
      await record(data, new Date(time));
      if (await isErased(data.userId)) await ownership.erase(data.userId);
    };
  return [
    on(subscriptions['concierge.project-ownership'], project(ownership.grant)),
    on(subscriptions['concierge.end-ownership'], project(ownership.revoke)),
  ];
};
