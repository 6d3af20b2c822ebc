import { type Order as OrderView, shownGiftCode } from '@satrangi/contracts';
import type { Order } from './order.rules.ts';
import { leftToRefund } from './order-refunds.rules.ts';

/** The whole amount went back or is promised back, or its bank may take it back. */
const isTakenBack = (order: Order): boolean =>
  order.state === 'refunded' ||
  order.heldBack !== undefined ||
  leftToRefund(order) === 0 ||
  order.dispute?.state === 'open' ||
  order.dispute?.state === 'lost';

type GiftState = NonNullable<OrderView['gift']>['state'];

/** Whether the code of an order can be redeemed: `open`. Null for an order that is no gift. */
export const giftStateOf = (order: Order): GiftState | null => {
  if (!order.gift) return null;
  if (isTakenBack(order)) return 'taken-back';
  if (order.gift.redeemedAt) return 'redeemed';
  return order.state === 'paid' ? 'open' : 'waiting';
};

/** The gift of an order as its buyer sees it. */
export const giftView = (order: Order): OrderView['gift'] => {
  const { gift } = order;
  const state = giftStateOf(order);
  if (!gift || !state) return undefined;
  return {
    code: state === 'open' ? shownGiftCode(gift.code) : null,
    state,
    redeemedAt: gift.redeemedAt?.toISOString() ?? null,
    mail: gift.mail,
  };
};
