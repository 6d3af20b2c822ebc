export type Answered = { readonly status: number; readonly code: string | undefined };

/** What Cashfree answered; null when nothing came back. */
export const answerOf = (error: unknown): Answered | null => {
  const response = error instanceof Error && 'response' in error ? error.response : null;
  if (typeof response !== 'object' || response === null || !('status' in response)) return null;
  const data = 'data' in response ? response.data : null;
  const code = typeof data === 'object' && data !== null && 'code' in data ? data.code : undefined;
  return { status: Number(response.status), code: typeof code === 'string' ? code : undefined };
};

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNABORTED';

/** Once more at once after a broken connection or a fault of theirs: every call carries what makes it repeatable. */
export const twice = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    const answer = answerOf(error);
    if (isTimeout(error) || (answer && answer.status < 500)) throw error;
    return await call();
  }
};
