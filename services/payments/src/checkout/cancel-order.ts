import { type Clock, failpoint, type Logger, Refusal } from '@satrangi/chassis';
import type { Provider } from '@satrangi/contracts';
import type { Order, SettleOrder } from '../orders/order.rules.ts';
import { isBefore } from '../orders/order-lifecycle.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import type { PaymentProvider } from '../providers/provider.ts';
import { orderOver } from './order-over.ts';

export type CancelOrder = (order: Order) => Promise<Order>;

type Deps = {
  providers: Record<Provider, PaymentProvider>;
  settle: SettleOrder;
  clock: Clock;
  log: Logger;
};

/**
 * The buyer cancels an open order. The provider closes the payment first, so that money and cancellation exclude each
 * other there: a payment that succeeded in the meantime settles the order as paid. Money that still arrives afterwards
 * is late money (decision 0017). A stop in between leaves an order that the sweeper expires. Safe to repeat.
 * @throws Refusal too-late when the order is paid or being paid, provider-failed
 */
export const cancelOrder =
  (orders: OrderStore, { providers, settle, clock, log }: Deps): CancelOrder =>
  async (order) => {
    const { _id: orderId, reference, provider } = order;
    if (order.state === 'expired') return order;
    if (!isBefore(order.state, 'expired')) throw orderOver(order);
    const { isClosed, paymentStatus } = await providers[provider].closePayment({ orderId, reference });
    failpoint('payments.closed-at-provider-before-cancelled');
    const settled = paymentStatus ? await settle(order, paymentStatus) : order;
    if (!isClosed && isBefore(settled.state, 'expired'))
      throw new Refusal('too-late', 'The payment is being processed. Please check again in a few minutes.', {
        data: { status: settled.state },
      });
    const ended = await settle(settled, {
      key: `cancelled:${orderId}`,
      outcome: 'expired',
      orderId,
      reported: null,
      isCancelled: true,
    });
    if (ended.state !== 'expired') throw orderOver(ended);
    log.info({ orderId, provider }, 'order cancelled by its buyer');
    return (await orders.noteCancelled(orderId, clock.now())) ?? ended;
  };
