import { AsyncLocalStorage } from 'node:async_hooks';

/** What is handled now: a request or a message, its trace, and the order it turned out to be about. */
export type Correlation = {
  readonly id: string;
  /** W3C trace context of this request or message; its calls and events stay in the trace. */
  readonly traceparent?: string | undefined;
  orderId?: string;
};

const current = new AsyncLocalStorage<Correlation | undefined>();

/**
 * The id of the request, or of the message chain, that is handled now. New events carry it and log lines contain it
 * (checklist GTW-22). Undefined in jobs and in the relay, which work for many requests.
 */
export const correlationId = (): string | undefined => current.getStore()?.id;

/** The W3C trace context of the request or message that is handled now. */
export const currentTraceparent = (): string | undefined => current.getStore()?.traceparent;

/** The order that is handled now, once `correlateOrder` has named it. */
export const correlatedOrder = (): string | undefined => current.getStore()?.orderId;

/** All later log lines of the request or message carry this order (reliability P29). */
export const correlateOrder = (orderId: string): void => {
  const correlation = current.getStore();
  if (correlation) correlation.orderId = orderId;
};

export const withCorrelation = <T>(correlation: string | Correlation, act: () => T): T =>
  current.run(typeof correlation === 'string' ? { id: correlation } : correlation, act);

/** Runs `act` without a correlation id, for timers and queues that outlive the request. */
export const withoutCorrelation = <T>(act: () => T): T => current.run(undefined, act);
