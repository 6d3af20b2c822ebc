import { setTimeout as wait } from 'node:timers/promises';
import { ApiError, NotJsonError } from '@satrangi/contracts';

const TRIES = 8;
const FIRST_WAIT_MS = 250;
/** Retry delays long enough to reach the next minute of the rate limit. */
const LIMITED_WAIT_MS = 15_000;

/** Transient errors are retried; a refusal of the item is not. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError || error instanceof NotJsonError
    ? error.status === 429 || error.status >= 502
    : error instanceof TypeError;

const waitFor = (error: unknown, attempt: number): number =>
  error instanceof ApiError && error.status === 429 ? LIMITED_WAIT_MS : FIRST_WAIT_MS * 2 ** (attempt - 1);

/** Repeats work after transient errors. @throws the last error */
export const patiently = async <T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === TRIES || !isPassing(error)) throw error;
      await wait(waitFor(error, attempt), undefined, signal ? { signal } : {});
    }
  }
};
