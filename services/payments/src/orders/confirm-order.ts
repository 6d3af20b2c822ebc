import { Refusal } from '@satrangi/chassis';
import type { Provider, UserId } from '@satrangi/contracts';
import type { PaymentProvider, Reading } from '../providers/provider.ts';
import type { Order } from './order.rules.ts';
import { isOpen } from './orders.rules.ts';
import type { OrderStore } from './orders.store.ts';
import type { SettleOrder } from './settle-order.ts';

export type ConfirmOrder = ReturnType<typeof confirmOrder>;

/**
 * The buyer's page asks how their payment went, so we ask the provider. Only for their own orders: everything else
 * does not exist. An order that is settled is answered from memory.
 */
export const confirmOrder = (
  orders: OrderStore,
  { providers, settle }: { providers: Record<Provider, PaymentProvider>; settle: SettleOrder },
) => {
  const own = (order: Order | null, userId: UserId, provider: Provider): Order => {
    if (order?.userId !== userId || order.provider !== provider)
      throw new Refusal('not-found', 'Order not found');
    return order;
  };
  const ask = async (order: Order): Promise<{ order: Order; reading: Reading | null }> => {
    const { reference } = order;
    if (reference === null || !isOpen(order.state)) return { order, reading: null };
    const reading = await providers[order.provider].readPayment({ orderId: order._id, reference });
    return { order: await settle(order, reading), reading };
  };

  return {
    cashfree: async (orderId: string, userId: UserId): Promise<Order> => {
      const { order } = await ask(own(await orders.byId(orderId), userId, 'cashfree'));
      return order;
    },
    /** @throws Refusal payment-not-complete, naming Stripe's own status, unless it is `succeeded` */
    stripe: async (paymentIntentId: string, userId: UserId): Promise<Order> => {
      const { order, reading } = await ask(own(await orders.byReference(paymentIntentId), userId, 'stripe'));
      if (reading && reading.status !== 'succeeded')
        throw new Refusal('payment-not-complete', `Payment status: ${reading.status}`);
      return order;
    },
  };
};
