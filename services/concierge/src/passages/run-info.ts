import { ApiError, createClient, type RunEvent, virtualRunApi } from '@satrangi/contracts';

/** Longest wait for virtual-run. */
const TIMEOUT_MS = 1_000;

/** The event of the run as it is now; null when there is none or it is over, undefined when virtual-run does not answer. */
export type RunInfo = () => Promise<RunEvent | null | undefined>;

/** Reads the event from the public API of virtual-run, at each question. @param url of virtual-run */
export const createRunInfo = (url: string | undefined): RunInfo => {
  if (!url) return async () => undefined;
  const run = createClient(virtualRunApi, {
    baseUrl: url,
    fetch: (input, init) =>
      fetch(input, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }),
  });
  return () =>
    run.getRun().catch((error: unknown) => {
      const isGone = error instanceof ApiError && error.status === 404;
      return isGone ? null : undefined;
    });
};
