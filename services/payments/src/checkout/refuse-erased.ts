import { Refusal } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import type { OrderStore } from '../orders/orders.store.ts';
import type { ErasureStore } from '../privacy/erasures.store.ts';

type Deps = {
  readonly orders: Pick<OrderStore, 'eraseBuyer'>;
  readonly erasures: Pick<ErasureStore, 'isErased'>;
};

export type RefuseErased = ReturnType<typeof refuseErased>;

/**
 * Call this after the personal data of a buyer was stored: the account may have been deleted concurrently, and nothing of it
 * must stay, nor be charged. The erasure is recorded before it begins, so one of the two sees the other.
 * @throws Refusal not-authenticated
 */
export const refuseErased =
  ({ orders, erasures }: Deps) =>
  async (userId: UserId | null): Promise<void> => {
    if (userId === null || !(await erasures.isErased(userId))) return;
    await orders.eraseBuyer(userId);
    throw new Refusal('not-authenticated', 'Sign in first');
  };
