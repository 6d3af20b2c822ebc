import {
  type AnyEvent,
  type EventDefinition,
  EventHeader,
  type EventOf,
  type SubscriptionDefinition,
} from '@satrangi/contracts';
import type { z } from 'zod';
import type { Clock } from '../base/clock.ts';
import { stopwatch } from '../base/clock.ts';
import { correlateOrder, correlationId, currentTraceparent, withCorrelation } from '../base/correlation.ts';
import type { Ids } from '../base/ids.ts';
import { nextTraceparent, traceIdOf } from '../base/trace.ts';
import { currentSpans, errorTypeOf } from '../tracing/spans.ts';

/** A consumer of one queue: the event type it is bound to and the handler. */
export type Subscription = {
  readonly queue: string;
  readonly service: string;
  readonly type: string;
  /** @throws PermanentError for a message that can never succeed; any other error is retried. */
  readonly handle: (event: unknown) => Promise<void>;
};

/** A retry will not help: the message is parked immediately, with this reason. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError';
}

/** Records the span of a handled message. @returns a function that runs the handler */
const recordHandling = ({
  definition: {
    queue,
    event: { type },
  },
  event,
  parent,
  traceparent,
}: {
  readonly definition: SubscriptionDefinition<EventDefinition>;
  readonly event: AnyEvent;
  readonly parent: string | undefined;
  readonly traceparent: string | undefined;
}) => {
  const spans = currentSpans();
  const elapsed = stopwatch();
  const record = (error?: string): void => {
    if (spans && traceparent)
      spans.record({
        name: `process ${queue}`,
        kind: 'consumer',
        traceparent,
        parent: traceIdOf(parent) ? parent : undefined,
        ms: elapsed(),
        attributes: {
          'messaging.system': 'rabbitmq',
          'messaging.operation.type': 'process',
          'messaging.destination.name': queue,
          'messaging.message.id': event.id,
          'satrangi.event.type': type,
          'satrangi.order.id': orderIdOf(event),
        },
        error,
      });
  };
  return async (handle: () => Promise<void>): Promise<void> => {
    try {
      await handle();
      record();
    } catch (error) {
      record(errorTypeOf(error));
      throw error;
    }
  };
};

/** Subscribes to one queue of the contracts. The message is validated against the contract before the handler runs. */
export const on = <E extends EventDefinition>(
  definition: SubscriptionDefinition<E>,
  handle: (event: EventOf<E>) => Promise<void>,
): Subscription => {
  const { type, data } = definition.event;
  return {
    queue: definition.queue,
    service: definition.service,
    type,
    handle: async (raw) => {
      const header = EventHeader.safeParse(raw);
      if (!header.success) throw new PermanentError('not an event of this platform');
      if (header.data.type !== type) throw new PermanentError(`unknown type ${header.data.type}`);
      const checked = data.safeParse((raw as { data?: unknown }).data);
      if (!checked.success) {
        const [issue] = checked.error.issues;
        throw new PermanentError(`data does not fit: /${issue?.path.join('/')} ${issue?.code}`);
      }
      const event = { ...header.data, type, data: checked.data as EventOf<E>['data'] };
      const orderId = orderIdOf(event);
      const { correlationid: id, traceparent: parent } = event;
      const traceparent = parent === undefined ? undefined : nextTraceparent(parent);
      const recorded = recordHandling({ definition, event, parent, traceparent });
      await withCorrelation({ id, traceparent }, () => {
        if (orderId) correlateOrder(orderId);
        return recorded(() => handle(event));
      });
    },
  };
};

/** The order that an event is about; undefined for other events. */
export const orderIdOf = (event: unknown): string | undefined => {
  const { data } = event as { data?: { orderId?: unknown; completes?: unknown } | null };
  // a grant names the order that it completes
  const orderId = data?.orderId ?? data?.completes;
  return typeof orderId === 'string' ? orderId : undefined;
};

/** Built once: a schema costs more than a hundred checks by it. */
const EventTime = EventHeader.pick({ time: true });

/** Milliseconds since an event happened; 0 for a message that is no event. */
export const eventAgeMs = (event: unknown, now: number): number => {
  const { data: header } = EventTime.safeParse(event);
  return header ? Math.max(0, now - Date.parse(header.time)) : 0;
};

export type NewEvent = <E extends EventDefinition>(
  definition: E,
  fields: {
    readonly subject: string;
    readonly data: z.input<E['data']>;
    /** The event that causes this one. Its correlation id is kept; else that of the current request or message. */
    readonly causation?: AnyEvent | undefined;
    /** For events that may be published again: always the same id. */
    readonly id?: string | undefined;
  },
) => EventOf<E>;

/** The span that creates the event: of what is handled now, when it belongs to the trace of the cause. */
const traceOf = (cause: string | undefined): { traceparent?: string } => {
  const now = currentTraceparent();
  if (cause === undefined) return now === undefined ? {} : { traceparent: now };
  return { traceparent: now && traceIdOf(now) === traceIdOf(cause) ? now : nextTraceparent(cause) };
};

/** Creates the event factory of one source. @throws ZodError, by call, when the data does not match the contract */
export const createEventFactory =
  (source: string, clock: Clock, ids: Ids): NewEvent =>
  (definition, { subject, data, causation, id }) => ({
    specversion: '1.0',
    id: id ?? ids.newId(),
    type: definition.type,
    source,
    subject,
    time: clock.now().toISOString(),
    correlationid: causation?.correlationid ?? correlationId() ?? ids.newId(),
    ...(causation ? { causationid: causation.id } : {}),
    ...traceOf(causation?.traceparent),
    data: definition.data.parse(data) as EventOf<typeof definition>['data'],
  });
