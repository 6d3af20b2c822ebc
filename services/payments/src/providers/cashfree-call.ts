import { hash } from 'node:crypto';

export type Answered = { readonly status: number; readonly code: string | undefined };

/** Cashfree's response; null when there was none. */
export const answerOf = (error: unknown): Answered | null => {
  const response = error instanceof Error && 'response' in error ? error.response : null;
  if (typeof response !== 'object' || response === null || !('status' in response)) return null;
  const data = 'data' in response ? response.data : null;
  const code = typeof data === 'object' && data !== null && 'code' in data ? data.code : undefined;
  return { status: Number(response.status), code: typeof code === 'string' ? code : undefined };
};

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNABORTED';

/** Retries once after a broken connection or a server error: every call is repeatable. */
export const twice = async <T>(call: (isRepeat: boolean) => Promise<T>): Promise<T> => {
  try {
    return await call(false);
  } catch (error) {
    const answer = answerOf(error);
    if (isTimeout(error) || (answer && answer.status < 500)) throw error;
    return await call(answer !== null);
  }
};

/**
 * The `x-idempotency-key` of one call, as the UUID that Cashfree requires. Cashfree stores the first response to a key,
 * even a 500. So one attempt has one key; a retry after an error response and a later attempt have a new one. The order
 * id or refund id guarantees that only one order or refund is created.
 */
export const callIdempotencyKey = (id: string, attempt: string, isRepeat: boolean): string => {
  const hex = hash('sha256', JSON.stringify([id, attempt, isRepeat]), 'hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
};
