import { type Clock, type Logger, Refusal, type ServiceStore } from '@satrangi/chassis';
import { liveTypes, Provider, type ReconciliationReport } from '@satrangi/contracts';
import type { Order, SettleOrder } from '../orders/order.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import type { PaymentProvider, SettledPayment } from '../providers/provider.ts';
import {
  boundsOf,
  comparePaid,
  compareRefunded,
  type Difference,
  dayBefore,
  missingThere,
  moneyDiffOf,
} from './reconciliation.rules.ts';
import type { ReconciliationStore } from './reconciliation.store.ts';

/** Null: that day has not ended. */
export type ReconcileDay = (day: string) => Promise<ReconciliationReport | null>;

type Compared = ReconciliationReport['providers'][number] & { readonly differences: Difference[] };

/**
 * Reconciles the orders of one day with one provider, order by order. Reports each difference, then settles the order
 * from the provider's state of the payment: most differences are lost webhooks.
 */
export const reconcileDay = (
  { orders, reports }: { orders: OrderStore; reports: ReconciliationStore },
  {
    providers,
    settle,
    runExclusively,
    clock,
    log,
  }: {
    providers: Record<Provider, PaymentProvider>;
    settle: SettleOrder;
    runExclusively: ServiceStore['runExclusively'];
    clock: Clock;
    log: Logger;
  },
) => {
  /** Null for an order of the other provider: records of this one cannot change it. */
  const orderOf = async (name: Provider, { orderId, reference }: SettledPayment): Promise<Order | null> => {
    const order = (await orders.byReference(reference)) ?? (orderId ? await orders.byId(orderId) : null);
    return order?.provider === name ? order : null;
  };

  const compare = async (provider: Provider, from: Date, to: Date): Promise<Omit<Compared, 'error'>> => {
    const books = await providers[provider].listSettlements(from, to);
    const differences = new Map<string, Difference>();
    const note = (key: string, difference: Difference | null): void => {
      if (difference && !differences.has(key)) differences.set(key, difference);
    };
    const heal = async (order: Order | null, difference: Difference | null): Promise<void> => {
      if (!order || !difference || order.reference === null) return;
      const queried = { orderId: order._id, reference: order.reference };
      await settle(order, await providers[provider].readPayment(queried));
    };

    const listed = new Set<string>();
    for (const payment of books.payments) {
      const order = await orderOf(provider, payment);
      if (order) listed.add(order._id);
      const difference = comparePaid(provider, payment, order);
      note(`paid:${payment.reference}`, difference);
      if (difference?.kind === 'not-paid-here') await heal(order, difference);
    }

    const ours = await orders.paidBetween(provider, from, to);
    const moved = await orders.refundedBetween(provider, from, to);
    const returned = (await Promise.all(books.refunded.map((one) => orderOf(provider, one)))).filter(
      (order) => order !== null,
    );
    const queried = new Map(
      [
        ...ours.filter(({ _id, refundedMinor = 0 }) => !listed.has(_id) || refundedMinor > 0),
        ...moved,
        ...returned,
      ].map((o) => [o._id, o]),
    );
    for (const order of queried.values()) {
      const reference = order.reference ?? order._id;
      const paymentStatus = await providers[provider].readPayment({ orderId: order._id, reference });
      const isPaidThere = paymentStatus.outcome === 'paid' || paymentStatus.outcome === 'refunded';
      if (!isPaidThere) {
        note(`ours:${order._id}`, missingThere(order));
        continue;
      }
      const difference = compareRefunded(order, paymentStatus.refundedMinor ?? 0);
      note(`refund:${order._id}`, difference);
      if (difference) await settle(order, paymentStatus);
    }
    return {
      provider,
      payments: books.payments.length,
      orders: ours.length,
      differences: [...differences.values()],
    };
  };

  const compareOrReport = async (provider: Provider, from: Date, to: Date): Promise<Compared> => {
    try {
      return { ...(await compare(provider, from, to)), error: null };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { provider, payments: 0, orders: 0, error: error.message, differences: [] };
    }
  };

  const report = async (day: string): Promise<ReconciliationReport> => {
    const { from, to } = boundsOf(day);
    const ranAt = clock.now().toISOString();
    const compared: Compared[] = [];
    for (const provider of Provider.options) compared.push(await compareOrReport(provider, from, to));
    const differences = compared.flatMap((one) => one.differences);
    const isClean = differences.length === 0 && compared.every(({ error }) => error === null);
    const found: ReconciliationReport = {
      day,
      ranAt,
      isClean,
      moneyDiffPaise: moneyDiffOf(differences),
      providers: compared.map(({ provider, payments, orders: count, error }) => ({
        provider,
        payments,
        orders: count,
        error,
      })),
      differences,
    };
    const alarm = {
      message: { type: liveTypes.reconciliationMismatched, id: day },
      audience: { to: 'admins' },
    } as const;
    await reports.keep(found, differences.length > 0 ? { live: [alarm] } : {});
    if (differences.length > 0) log.warn({ day, count: differences.length }, 'order reconciliation mismatch');
    else log.info({ day, isClean }, 'order reconciliation finished');
    return found;
  };

  /** Requests for a day that arrive during its reconciliation, on any replica, get the report of that one. */
  const reconcile: ReconcileDay = async (day) => {
    if (boundsOf(day).from > clock.now()) return null;
    const before = await reports.ofDay(day);
    return runExclusively(`reconcile-${day}`, async () => {
      const latest = await reports.ofDay(day);
      return latest && latest.ranAt !== before?.ranAt ? latest : report(day);
    });
  };

  /** Reconciles yesterday once; repeats while a provider could not be read. */
  const nightly = async (): Promise<void> => {
    const day = dayBefore(clock.now());
    const known = await reports.ofDay(day);
    // A report from before the end of the day does not count.
    const isWhole = known !== null && Date.parse(known.ranAt) >= boundsOf(day).to.getTime();
    if (isWhole && known.providers.every(({ error }) => error === null)) return;
    await reconcile(day);
  };

  return { reconcile, nightly };
};
