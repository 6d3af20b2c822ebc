import { setTimeout as sleep } from 'node:timers/promises';

const TIMEOUT_MS = 60_000;
const INTERVAL_MS = 100;

/** Repeats a probe until its result is neither undefined nor false. @throws Error after a minute */
export const eventually = async <T>(probe: () => Promise<T | undefined | false>): Promise<T> => {
  const last = Date.now() + TIMEOUT_MS;
  for (;;) {
    const found = await probe();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > last) throw new Error('timeout');
    await sleep(INTERVAL_MS);
  }
};
