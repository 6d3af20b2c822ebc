import type { ServiceContext } from '@satrangi/chassis';
import type { Provider } from '@satrangi/contracts';
import type { PaymentProvider } from './provider.ts';

/** Records the time and outcome of each call of a provider. */
export const timedProvider = (
  name: Provider,
  provider: PaymentProvider,
  { timeProvider }: Pick<ServiceContext<unknown>['metrics'], 'timeProvider'>,
): PaymentProvider => ({
  startPayment: (order) => timeProvider(name, 'startPayment', () => provider.startPayment(order)),
  readPayment: (order) => timeProvider(name, 'readPayment', () => provider.readPayment(order)),
  closePayment: (order) => timeProvider(name, 'closePayment', () => provider.closePayment(order)),
  refund: (refund) => timeProvider(name, 'refund', () => provider.refund(refund)),
  readDispute: (order) => timeProvider(name, 'readDispute', () => provider.readDispute(order)),
  listSettlements: (from, to) =>
    timeProvider(name, 'listSettlements', () => provider.listSettlements(from, to)),
  readWebhook: provider.readWebhook,
});
