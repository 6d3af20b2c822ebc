import { randomFillSync } from 'node:crypto';

/** The W3C trace context (https://www.w3.org/TR/trace-context/): version, trace id, id of the calling span, flags. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
/** Nothing here decides about sampling: a new trace is recorded by whoever collects logs. */
const SAMPLED = '01';

/** True for a missing part, too. */
const isZero = (hex: string): boolean => /^0*$/.test(hex);
/** Random bytes of the next ids: a call of the generator for each id costs several times more. */
const pool = Buffer.alloc(4_096);
let used = pool.length;
const random = (bytes: number): string => {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const hex = pool.toString('hex', used, used + bytes);
  used += bytes;
  // all zeros mean "absent"
  return isZero(hex) ? random(bytes) : hex;
};

/** The trace id of a `traceparent` header or event attribute; undefined when it is absent or not valid. */
export const traceIdOf = (traceparent: unknown): string | undefined => {
  const [, traceId = '', spanId = ''] = TRACEPARENT.exec(String(traceparent)) ?? [];
  return isZero(traceId) || isZero(spanId) ? undefined : traceId;
};

/** The `traceparent` of a call within the trace of `caller`, or of a new trace when there is none. */
export const nextTraceparent = (caller: unknown): string => {
  const traceId = traceIdOf(caller);
  const flags = traceId ? String(caller).slice(-2) : SAMPLED;
  return `00-${traceId ?? random(16)}-${random(8)}-${flags}`;
};
