import { type Logger, type ServiceContext, stopwatch, traceProviderCall } from '@satrangi/chassis';
import type { Provider } from '@satrangi/contracts';
import type { PaymentProvider } from './provider.ts';

/** Records and logs the time and outcome of each call of a provider. */
export const timedProvider = (
  name: Provider,
  provider: PaymentProvider,
  { metrics, log }: { metrics: Pick<ServiceContext<unknown>['metrics'], 'timeProvider'>; log: Logger },
): PaymentProvider => {
  const timed = async <T>(
    call: string,
    { orderId }: { readonly orderId?: string },
    act: () => Promise<T>,
  ): Promise<T> => {
    const elapsed = stopwatch();
    const answer = await traceProviderCall(name, call, () => metrics.timeProvider(name, call, act));
    log.info({ provider: name, kind: call, orderId, ms: Math.round(elapsed()) }, 'provider answered');
    return answer;
  };
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
