import type { ServiceContext } from '@satrangi/chassis';
import type { OrderStore } from '../orders/orders.store.ts';

/** A grant takes less than a second; after this time somebody should look. */
const LATE_MS = 60_000;

/** Counts orders that were paid a minute ago or earlier and are not granted, for an alert. */
export const countUngranted = (
  orders: Pick<OrderStore, 'paidAndNotGranted'>,
  { clock, metrics }: Pick<ServiceContext<unknown>, 'clock' | 'metrics'>,
) => {
  const record = metrics.globalGauge(
    'satrangi_orders_paid_not_granted',
    'Orders paid more than a minute ago that are not granted yet',
  );
  return async (): Promise<void> =>
    record(await orders.paidAndNotGranted(new Date(clock.now().getTime() - LATE_MS)));
};
