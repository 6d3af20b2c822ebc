import { type Logger, type ServiceContext, stopwatch, traceProviderCall } from '@satrangi/chassis';
import type { Provider } from '@satrangi/contracts';
import type { PaymentProvider } from './provider.ts';
import type { CardVault } from './stripe-cards.ts';

type Deps = { metrics: Pick<ServiceContext<unknown>['metrics'], 'timeProvider'>; log: Logger };

const timedCalls =
  (name: Provider, { metrics, log }: Deps) =>
  async <T>(call: string, { orderId }: { readonly orderId?: string }, act: () => Promise<T>): Promise<T> => {
    const elapsed = stopwatch();
    const answer = await traceProviderCall(name, call, () => metrics.timeProvider(name, call, act));
    log.info({ provider: name, kind: call, orderId, ms: Math.round(elapsed()) }, 'provider answered');
    return answer;
  };

/** Records and logs the time and outcome of each call of a provider. */
export const timedProvider = (name: Provider, provider: PaymentProvider, deps: Deps): PaymentProvider => {
  const timed = timedCalls(name, deps);
  return {
    load: provider.load,
    startPayment: (order) => timed('startPayment', order, () => provider.startPayment(order)),
    readPayment: (order) => timed('readPayment', order, () => provider.readPayment(order)),
    closePayment: (order) => timed('closePayment', order, () => provider.closePayment(order)),
    refund: (refund) => timed('refund', refund, () => provider.refund(refund)),
    readDispute: (order) => timed('readDispute', order, () => provider.readDispute(order)),
    listSettlements: (from, to) => timed('listSettlements', {}, () => provider.listSettlements(from, to)),
    readWebhook: provider.readWebhook,
  };
};

/** As `timedProvider`, for stored cards. */
export const timedVault = (vault: CardVault, deps: Deps): CardVault => {
  const timed = timedCalls('stripe', deps);
  return {
    createCustomer: (key) => timed('createCustomer', {}, () => vault.createCustomer(key)),
    latestCard: (customerId) => timed('latestCard', {}, () => vault.latestCard(customerId)),
    prepare: (payment) => timed('prepareCard', {}, () => vault.prepare(payment)),
    deleteCustomer: (customerId) => timed('deleteCustomer', {}, () => vault.deleteCustomer(customerId)),
  };
};
