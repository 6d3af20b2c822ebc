import type { UserId } from '@satrangi/contracts';
import type { OwnershipStore } from '../ownership/ownership.store.ts';

type Deps = {
  readonly conversationsOf: (userId: UserId) => Promise<readonly unknown[]>;
  readonly ownership: OwnershipStore;
};

/** True when the account has a conversation or owns an item. */
export const ownsAnything =
  ({ conversationsOf, ownership }: Deps) =>
  async (userId: UserId): Promise<boolean> => {
    const held = await Promise.all([conversationsOf(userId), ownership.ofReader(userId)]);
    return held.some((rows) => rows.length > 0);
  };
