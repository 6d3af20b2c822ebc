import type { Provider } from '@satrangi/contracts';
import type { Order, SettleOrder } from '../orders/order.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import type { PaymentProvider, SettledPayment, Settlements } from '../providers/provider.ts';
import {
  comparePaid,
  compareRefunded,
  type Difference,
  missingThere,
  paidAgain,
} from './reconciliation.rules.ts';

/** Collects the differences of one day. The first one of a key counts. */
const collectDifferences = () => {
  const differences = new Map<string, Difference>();
  return {
    note: (key: string, difference: Difference | null): void => {
      if (difference && !differences.has(key)) differences.set(key, difference);
    },
    all: (): Difference[] => [...differences.values()],
  };
};
type Differences = ReturnType<typeof collectDifferences>;

/** Compares the settlements of a provider with its orders, in both directions, and settles orders that differ. */
export const compareProvider = (
  orders: OrderStore,
  { providers, settle }: { providers: Record<Provider, PaymentProvider>; settle: SettleOrder },
) => {
  /** Null for an order of the other provider: records of this one cannot change it. */
  const orderOf = async (name: Provider, { orderId, reference }: SettledPayment): Promise<Order | null> => {
    const order = (await orders.byReference(reference)) ?? (orderId ? await orders.byId(orderId) : null);
    return order?.provider === name ? order : null;
  };

  const heal = async (provider: Provider, order: Order | null): Promise<Order | null> => {
    if (!order || order.reference === null) return order;
    const queried = { orderId: order._id, reference: order.reference };
    return settle(order, await providers[provider].readPayment(queried));
  };

  /** Compares payments of the provider with their orders. @returns the ids of these orders */
  const comparePayments = async (
    provider: Provider,
    { payments, from }: { payments: Settlements['payments']; from: Date },
    { note }: Differences,
  ): Promise<ReadonlySet<string>> => {
    const listed = new Set<string>();
    for (const payment of payments) {
      const order = await orderOf(provider, payment);
      const isPaidBefore = order?.paidAt != null && (listed.has(order._id) || order.paidAt < from);
      if (order) listed.add(order._id);
      const difference = comparePaid(provider, payment, order);
      note(`paid:${payment.reference}`, difference);
      if (difference?.kind === 'not-paid-here') await heal(provider, order);
      else if (order && isPaidBefore)
        note(`again:${order._id}`, paidAgain(payment.paid, order, await heal(provider, order)));
    }
    return listed;
  };

  /** Compares an order with the provider's state of its payment. */
  const compareOrder = async (provider: Provider, order: Order, { note }: Differences): Promise<void> => {
    const reference = order.reference ?? order._id;
    const paymentStatus = await providers[provider].readPayment({ orderId: order._id, reference });
    const isPaidThere = paymentStatus.outcome === 'paid' || paymentStatus.outcome === 'refunded';
    if (!isPaidThere) return note(`ours:${order._id}`, missingThere(order));
    const difference = compareRefunded(order, paymentStatus.refundedMinor ?? 0);
    note(`refund:${order._id}`, difference);
    if (difference) await settle(order, paymentStatus);
  };

  return async (provider: Provider, { from, to }: { from: Date; to: Date }) => {
    const settlements = await providers[provider].listSettlements(from, to);
    const differences = collectDifferences();
    const listed = await comparePayments(provider, { payments: settlements.payments, from }, differences);

    const ours = await orders.paidBetween(provider, from, to);
    const moved = await orders.refundedBetween(provider, from, to);
    const returned = (
      await Promise.all(settlements.refunded.map((payment) => orderOf(provider, payment)))
    ).filter((order) => order !== null);
    const queried = new Map(
      [
        ...ours.filter(({ _id, refundedMinor = 0 }) => !listed.has(_id) || refundedMinor > 0),
        ...moved,
        ...returned,
      ].map((order) => [order._id, order]),
    );
    for (const order of queried.values()) await compareOrder(provider, order, differences);
    return {
      provider,
      payments: settlements.payments.length,
      orders: ours.length,
      differences: differences.all(),
    };
  };
};
