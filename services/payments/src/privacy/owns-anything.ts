import type { Clock } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import { ABANDONED_AFTER_MS } from '../orders/order-lifecycle.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import type { OwnedStore } from '../owned/owned.store.ts';

/**
 * True when an account has owned items, or an order of any purpose that is paid, was paid, or could still become paid.
 * Late money is never refused, so an expired order counts until long after its last check.
 */
export const ownsAnything =
  ({ orders, owned, clock }: { orders: OrderStore; owned: OwnedStore; clock: Clock }) =>
  async (userId: UserId): Promise<boolean> => {
    const madeBefore = new Date(clock.now().getTime() - ABANDONED_AFTER_MS);
    if (await orders.hasLiveOrder(userId, madeBefore)) return true;
    return (await owned.ofUser(userId)).length > 0;
  };
