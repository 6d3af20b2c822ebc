import { setTimeout as sleep } from 'node:timers/promises';

const TIMEOUT_MS = 60_000;
const INTERVAL_MS = 100;

/** Repeats a probe until it finds something. @throws Error after a minute */
export const eventually = async <T>(probe: () => Promise<T | undefined>): Promise<T> => {
  const last = Date.now() + TIMEOUT_MS;
  for (;;) {
    const found = await probe();
    if (found !== undefined) return found;
    if (Date.now() > last) throw new Error('timeout');
    await sleep(INTERVAL_MS);
  }
};
