import { z } from 'zod';

export type EventType = `${string}.${string}.v${number}`;

export type EventDefinition<T extends EventType = EventType, D extends z.ZodType = z.ZodType> = {
  readonly type: T;
  readonly data: D;
  readonly summary: string;
};

/**
 * Defines an event in the past tense: `<service>.<noun>-<past verb>.v<n>`, which is also its routing key. Only the named
 * service publishes it. The one exception is `<service>.snapshot-requested.v1`, which is addressed to that service.
 * Data carries ids and no personal data; `events.test.ts` checks every event for it.
 */
export const defineEvent = <const T extends EventType, D extends z.ZodType>(
  type: T,
  summary: string,
  data: D,
): EventDefinition<T, D> => ({ type, summary, data });

/** CloudEvents 1.0 attribute names, plus three tracing extensions. */
export const EventHeader = z.object({
  specversion: z.literal('1.0'),
  id: z.string().min(1),
  type: z.string(),
  source: z.string(),
  subject: z.string(),
  time: z.iso.datetime(),
  correlationid: z.string(),
  causationid: z.string().optional(),
  /** W3C trace context (CloudEvents distributed tracing extension); texts that are not valid begin a new trace. */
  traceparent: z.string().max(100).optional(),
});

export type AnyEvent = z.infer<typeof EventHeader> & { readonly data: unknown };

export type EventOf<E extends EventDefinition> = Omit<AnyEvent, 'type' | 'data'> & {
  readonly type: E['type'];
  readonly data: z.output<E['data']>;
};
