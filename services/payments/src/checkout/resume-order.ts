import { type Clock, Refusal } from '@satrangi/chassis';
import type { StartedPayment } from '@satrangi/contracts';
import { canResume, type Order } from '../orders/order.rules.ts';
import type { ConfirmOrder } from '../settlement/confirm-order.ts';
import { orderOver } from './order-over.ts';
import type { QuotePurchase } from './quote-purchase.ts';
import type { StartOrder } from './start-order.ts';

export type ResumeOrder = (order: Order) => Promise<StartedPayment>;

type Deps = {
  confirm: ConfirmOrder;
  quote: QuotePurchase;
  start: StartOrder;
  clock: Clock;
};

/**
 * The buyer continues the payment of an open order. Reads the payment from the provider first, so that an order
 * whose webhook was lost is not paid twice; then the price, because an order can be resumed only at the current price.
 * @throws Refusal too-late, already-owned, price-changed, price-not-available, still-running, provider-failed
 */
export const resumeOrder =
  ({ confirm, quote, start, clock }: Deps): ResumeOrder =>
  async (order) => {
    const settled = await confirm.any(order);
    if (!canResume(settled, clock.now())) throw orderOver(settled);
    const { userId, items, amount } = settled;
    if (items.length > 0) {
      const reader = settled.gift ? null : userId;
      const { total } = await quote({ items, amount: undefined }, reader, amount.currency);
      if (total.minor !== amount.minor)
        throw new Refusal('price-changed', 'The price has changed', {
          data: { amount: total.minor, currency: total.currency },
        });
    }
    return start.resume(settled);
  };
