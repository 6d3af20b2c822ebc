import { Refusal } from '@satrangi/chassis';
import type { Provider, UserId } from '@satrangi/contracts';
import { type Order, purposeOf, type SettleOrder } from '../orders/order.rules.ts';
import { accessProblem } from '../orders/order-access.rules.ts';
import { isOpen } from '../orders/order-lifecycle.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import type { PaymentProvider, PaymentStatus } from '../providers/provider.ts';

export type ConfirmOrder = ReturnType<typeof confirmOrder>;

/**
 * The buyer's page requests the payment status: reads it from the provider and settles the order. Only for the caller's own
 * orders and for orders without an account; others are not found. A settled order is returned without a request.
 */
export const confirmOrder = (
  orders: OrderStore,
  { providers, settle }: { providers: Record<Provider, PaymentProvider>; settle: SettleOrder },
) => {
  const own = (order: Order | null, userId: UserId | null, provider: Provider): Order => {
    if (order?.provider !== provider) throw new Refusal('not-found', 'Order not found');
    const problem = accessProblem(order, userId);
    if (problem) throw new Refusal(problem.code, problem.detail);
    return order;
  };
  const queryProvider = async (
    order: Order,
  ): Promise<{ order: Order; paymentStatus: PaymentStatus | null }> => {
    const { reference } = order;
    if (reference === null || !isOpen(order.state)) return { order, paymentStatus: null };
    const paymentStatus = await providers[order.provider].readPayment({ orderId: order._id, reference });
    return { order: await settle(order, paymentStatus), paymentStatus };
  };

  return {
    /** For both providers, and for every payment status. */
    any: async (order: Order): Promise<Order> => (await queryProvider(order)).order,
    cashfree: async (orderId: string, userId: UserId | null): Promise<Order> => {
      const { order } = await queryProvider(own(await orders.byId(orderId), userId, 'cashfree'));
      return order;
    },
    /** @throws Refusal payment-not-complete, naming Stripe's own status, unless it is `succeeded` */
    stripe: async (paymentIntentId: string, userId: UserId | null): Promise<Order> => {
      const { order, paymentStatus } = await queryProvider(
        own(await orders.byReference(paymentIntentId), userId, 'stripe'),
      );
      if (paymentStatus && paymentStatus.status !== 'succeeded')
        throw new Refusal('payment-not-complete', `Payment status: ${paymentStatus.status}`);
      return order;
    },
    /** Confirms a contribution by card. Only Stripe's status of the payment counts. */
    contribution: async (paymentIntentId: string, userId: UserId | null): Promise<Order> => {
      const named = own(await orders.byReference(paymentIntentId), userId, 'stripe');
      if (purposeOf(named) !== 'contribution') throw new Refusal('not-found', 'Contribution not found');
      const { order } = await queryProvider(named);
      return order;
    },
  };
};
