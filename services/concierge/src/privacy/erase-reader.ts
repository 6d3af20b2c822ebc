import type { UserId } from '@satrangi/contracts';
import type { OwnershipStore } from '../ownership/ownership.store.ts';

type Deps = {
  readonly eraseConversations: (userId: UserId) => Promise<unknown>;
  readonly ownership: OwnershipStore;
};

/** Erases conversations and ownership of an account. Idempotent. */
export const eraseReader =
  ({ eraseConversations, ownership }: Deps) =>
  async (userId: UserId): Promise<void> => {
    await eraseConversations(userId);
    await ownership.erase(userId);
  };
