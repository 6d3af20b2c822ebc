import { type Clock, type Logger, Refusal, type ServiceStore } from '@satrangi/chassis';
import { liveTypes, Provider, type ReconciliationReport } from '@satrangi/contracts';
import type { SettleOrder } from '../orders/order.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import type { PaymentProvider } from '../providers/provider.ts';
import { compareProvider } from './compare-provider.ts';
import { boundsOf, type Difference, dayBefore, moneyDiffOf } from './reconciliation.rules.ts';
import type { ReconciliationStore } from './reconciliation.store.ts';

/** Null: that day has not ended. */
export type ReconcileDay = (day: string) => Promise<ReconciliationReport | null>;

type Compared = ReconciliationReport['providers'][number] & { readonly differences: Difference[] };

type Stores = { readonly orders: OrderStore; readonly reports: ReconciliationStore };
type Deps = {
  readonly providers: Record<Provider, PaymentProvider>;
  readonly settle: SettleOrder;
  readonly runExclusively: ServiceStore['runExclusively'];
  readonly clock: Clock;
  readonly log: Logger;
};

/**
 * Reconciles the orders of one day with one provider, order by order. Reports each difference, then settles the order
 * from the provider's state of the payment: most differences are lost webhooks.
 */
export const reconcileDay = (
  { orders, reports }: Stores,
  { providers, settle, runExclusively, clock, log }: Deps,
) => {
  const compare = compareProvider(orders, { providers, settle });

  const compareOrReport = async (
    provider: Provider,
    bounds: ReturnType<typeof boundsOf>,
  ): Promise<Compared> => {
    try {
      return { ...(await compare(provider, bounds)), error: null };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { provider, payments: 0, orders: 0, error: error.message, differences: [] };
    }
  };

  const report = async (day: string): Promise<ReconciliationReport> => {
    const bounds = boundsOf(day);
    const ranAt = clock.now().toISOString();
    const compared: Compared[] = [];
    for (const provider of Provider.options) compared.push(await compareOrReport(provider, bounds));
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
