import { type DestinationStream, type Logger, pino } from 'pino';

import { correlatedOrder, correlationId, currentTraceparent } from './correlation.ts';
import { isUnavailableByDriver } from './store-unavailable.ts';
import { traceIdOf } from './trace.ts';

export type { Logger } from 'pino';

/**
 * Fields of a log line: ids, counts and names of components. Any other field is dropped, so that personal data, tokens,
 * addresses and bodies do not reach the log by accident.
 */
const allowed: ReadonlySet<string> = new Set(
  `service err code status method route ms requestId correlationId traceId eventId eventType queue attempt delayMs reason kind
   key job orderId userId mediaId reviewId grantId paymentId provider url port host state count pending parked bytes
   version schema index collection name signal state from to tries at dueMs step store bus live total worker width page
   pages revision amountMinor currency country rank outcome event type id pid model files entries failpoint hint seconds`
    .split(/\s+/)
    .filter(Boolean),
);

const scrubbers: readonly (readonly [RegExp, string])[] = [
  [/dup key: .*$/s, 'dup key'],
  // of any script
  [/[^\s<>()[\]{}",;:/@=]+@[^\s<>()[\]{}",;:/@.]+(\.[^\s<>()[\]{}",;:/@.]+)+/g, '[mail]'],
  [/eyJ[\w-]+\.[\w-]*\.?[\w-]*/g, '[token]'],
  [/([?&][\w.-]+)=[^\s"'&]+/g, '$1=[redacted]'],
  [/\+?\d[\d\s()-]{8,}\d/g, '[number]'],
  [/:\/\/[^/\s@]+@/g, '://[credentials]@'],
];

/** Removes mail addresses, tokens, query values, phone numbers and passwords in URLs. */
export const scrub = (text: string): string =>
  scrubbers.reduce((clean, [pattern, instead]) => clean.replace(pattern, instead), text);

const serializeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return scrub(String(error));
  const code = 'code' in error ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: serializeError(error.cause) };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    ...code,
    message: scrub(error.message),
    stack: frames.slice(0, 12).join('\n'),
    ...cause,
  };
};

const clean = (value: unknown): unknown => {
  if (typeof value === 'string')
    return /^[\w.:-]{1,64}$/.test(value) && !/^\+?\d{9,}$/.test(value) ? value : scrub(value);
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? value : undefined;
};

/** Keeps the allow-listed fields, scrubbed. `err` becomes type, code, scrubbed message and stack frames. */
export const keepAllowed = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name, value]) => allowed.has(name) && value !== undefined)
      .map(([name, value]) => [name, name === 'err' ? serializeError(value) : clean(value)]),
  );

/** While the store is unavailable, every query of every job fails: one line in this time is enough. */
const OUTAGE_PAUSE_MS = 30_000;

const isOutage = ([fields]: readonly unknown[]): boolean =>
  typeof fields === 'object' && fields !== null && 'err' in fields && isUnavailableByDriver(fields.err);

/** @returns a function that is true for a line about an unavailable store soon after another one */
const outageFilter = (now: () => number) => {
  let nextAt = Number.NEGATIVE_INFINITY;
  return (line: readonly unknown[]): boolean => {
    if (!isOutage(line)) return false;
    if (now() < nextAt) return true;
    nextAt = now() + OUTAGE_PAUSE_MS;
    return false;
  };
};

/** The level of pino from which lines about an unavailable store are limited; below it they are for debugging. */
const INFO = 30;

/**
 * A logger that writes JSON lines: `<subject> <past participle>`, with data in fields. Of lines about an unavailable
 * store, one in 30 s is written.
 */
export const createLog = (
  service: string,
  level: string,
  destination?: DestinationStream,
  now: () => number = () => performance.now(),
): Logger => {
  const repeatsOutage = outageFilter(now);
  return pino(
    {
      level,
      base: { service },
      mixin: () => ({
        correlationId: correlationId(),
        orderId: correlatedOrder(),
        traceId: traceIdOf(currentTraceparent()),
      }),
      // without it, pino converts an Error before the allow-list is applied
      serializers: { err: (error: unknown) => error },
      formatters: { log: keepAllowed },
      hooks: {
        logMethod(args, method, lineLevel) {
          if (lineLevel >= INFO && repeatsOutage(args)) return;
          const safe = args.map((part) => (typeof part === 'string' ? scrub(part) : part));
          method.apply(this, safe as typeof args);
        },
      },
    },
    ...(destination ? [destination] : []),
  );
};
