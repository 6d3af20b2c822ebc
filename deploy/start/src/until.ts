import { setTimeout as sleep } from 'node:timers/promises';

type Probe<T> = () => Promise<T | undefined | null | false>;
type Polled<T> = { readonly found: T | null; readonly reason: string };

const pollOnce = async <T>(probe: Probe<T>): Promise<Polled<T>> => {
  try {
    const found = await probe();
    if (found !== undefined && found !== null && found !== false) return { found, reason: '' };
    return { found: null, reason: '' };
  } catch (error) {
    return { found: null, reason: `: ${error instanceof Error ? error.message : String(error)}` };
  }
};

const pollWithin = async <T>(probe: Probe<T>, withinMs: number, everyMs: number): Promise<Polled<T>> => {
  for (const last = performance.now() + withinMs; ; await sleep(everyMs)) {
    const polled = await pollOnce(probe);
    if (polled.found !== null || performance.now() > last) return polled;
  }
};

/** Repeats `probe` until it returns a value; undefined, null, false and errors mean not yet. @returns null at the timeout */
export const poll = async <T>(probe: Probe<T>, withinMs: number, everyMs = 150): Promise<T | null> =>
  (await pollWithin(probe, withinMs, everyMs)).found;

/**
 * As `poll`, for a condition that must come true.
 * @param what the condition, for the error
 * @throws Error with the condition and the last error of `probe` at the timeout
 */
export const until = async <T>(
  what: string,
  probe: Probe<T>,
  withinMs = 90_000,
  everyMs = 100,
): Promise<T> => {
  const polled = await pollWithin(probe, withinMs, everyMs);
  if (polled.found === null) throw new Error(`${what}: not in ${withinMs} ms${polled.reason}`);
  return polled.found;
};
