import type { AnyEvent } from '@satrangi/contracts';
import { machineNow, stopwatch } from '../base/clock.ts';
import { withCorrelation } from '../base/correlation.ts';
import type { Logger } from '../base/log.ts';
import { nextTraceparent, traceIdOf } from '../base/trace.ts';
import type { Bus } from '../bus/bus.ts';
import { eventAgeMs, orderIdOf, type Subscription } from '../bus/events.ts';
import { errorTypeOf, type Spans } from '../tracing/spans.ts';
import type { Metrics } from './metrics.ts';

type Deps = { readonly log: Logger; readonly metrics: Pick<Metrics, 'observeMessageAge'> };

/** Logs one line under the correlation of an event; messages without an order are of interest to developers only. */
const logMessage = (
  log: Logger,
  { id: eventId, type: eventType, correlationid: id, traceparent }: AnyEvent,
  fields: { readonly queue?: string; readonly orderId: string | undefined; readonly ms: number },
  text: string,
): void =>
  withCorrelation({ id, traceparent }, () =>
    log[fields.orderId ? 'info' : 'debug']({ ...fields, eventId, eventType }, text),
  );

/** Records the age of each message of a subscription, and logs the handled ones. */
export const observeSubscription = (subscription: Subscription, { log, metrics }: Deps): Subscription => ({
  ...subscription,
  handle: async (event) => {
    const { queue } = subscription;
    metrics.observeMessageAge(queue, eventAgeMs(event, machineNow()));
    const elapsed = stopwatch();
    await subscription.handle(event);
    // handled, so it is an event of the contract
    const fields = { queue, orderId: orderIdOf(event), ms: Math.round(elapsed()) };
    logMessage(log, event as AnyEvent, fields, 'message handled');
  },
});

const recordPublish = (spans: Spans, event: AnyEvent, ms: number, error?: unknown): void => {
  const { traceparent: parent, id, type } = event;
  if (traceIdOf(parent) === undefined) return;
  spans.record({
    name: `send ${type}`,
    kind: 'producer',
    traceparent: nextTraceparent(parent),
    parent,
    ms,
    attributes: {
      'messaging.system': 'rabbitmq',
      'messaging.operation.type': 'send',
      'messaging.message.id': id,
      'satrangi.event.type': type,
      'satrangi.order.id': orderIdOf(event),
    },
    error: error === undefined ? undefined : errorTypeOf(error),
  });
};

/** Publishes an event, logs it and records its span. */
export const observePublish =
  (publish: Bus['publish'], log: Logger, spans: Spans | null = null): Bus['publish'] =>
  async (event) => {
    const elapsed = stopwatch();
    await publish(event).catch((error: unknown) => {
      if (spans) recordPublish(spans, event, elapsed(), error);
      throw error;
    });
    if (spans) recordPublish(spans, event, elapsed());
    logMessage(log, event, { orderId: orderIdOf(event), ms: Math.round(elapsed()) }, 'event published');
  };
