import { AsyncLocalStorage } from 'node:async_hooks';
import { currentTraceparent } from '../base/correlation.ts';
import { nextTraceparent } from '../base/trace.ts';

/** A finished step of a trace. Names and attributes hold route patterns, names of operations and ids, never data of people. */
export type Span = {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'producer' | 'consumer';
  /** The trace context of this step. */
  readonly traceparent: string;
  /** The trace context of the step that caused it, when there is one. */
  readonly parent: string | undefined;
  /** Duration in ms; the span ends when it is recorded. */
  readonly ms: number;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  /** The type of the error, for a step that failed. */
  readonly error?: string | undefined;
};

/** Where one process of a service records its spans. */
export type Spans = {
  /** Does not wait and does not throw. */
  readonly record: (span: Span) => void;
  /** Sends what is left, for a few seconds at most. */
  readonly close: () => Promise<void>;
};

const current = new AsyncLocalStorage<Spans>();

/** Runs `act` so that its calls are recorded; as it is without spans. */
export const withSpans = <T>(spans: Spans | null, act: () => T): T =>
  spans ? current.run(spans, act) : act();

/** @returns a function that makes any other one run with these spans */
export const bindSpans =
  (spans: Spans | null) =>
  <A extends unknown[], T>(act: (...values: A) => T) =>
  (...values: A): T =>
    withSpans(spans, () => act(...values));

/** Null while no spans are recorded: the cost is this look-up. */
export const currentSpans = (): Spans | null => current.getStore() ?? null;

/** The name of an error for `error.type`: a code or a class name, never its message. */
export const errorTypeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return /^[\w.-]{1,64}$/.test(code) ? code : 'Error';
};

/** The HTTP status that an error of a provider's SDK carries. */
const statusOf = (error: unknown): number | undefined => {
  const { statusCode, status, response, responseCode } = Object(error) as Record<string, unknown>;
  const inner = Object(response) as { status?: unknown };
  return [statusCode, status, inner.status, responseCode].find((one) => typeof one === 'number');
};

/**
 * Records a call of a provider in the trace of the request, message or work that is handled now.
 * @param operation what is called, as a name of the code: `refund`, `files.get`
 * @throws what `act` throws
 */
export const traceProviderCall = async <T>(
  provider: string,
  operation: string,
  act: () => Promise<T>,
): Promise<T> => {
  const spans = currentSpans();
  if (!spans) return act();
  const parent = currentTraceparent();
  const began = performance.now();
  const record = (error?: unknown): void =>
    spans.record({
      name: `${provider} ${operation}`,
      kind: 'client',
      traceparent: nextTraceparent(parent),
      parent,
      ms: performance.now() - began,
      attributes: {
        'peer.service': provider,
        'code.function.name': operation,
        'http.response.status_code': error === undefined ? undefined : statusOf(error),
      },
      error: error === undefined ? undefined : errorTypeOf(error),
    });
  try {
    const answer = await act();
    record();
    return answer;
  } catch (error) {
    record(error ?? 'unknown');
    throw error;
  }
};
