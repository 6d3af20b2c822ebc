import type { Engine } from './mongo/engine.ts';

/** Services that start send one request after the other: loading waits until none has come for so long. */
const QUIET_MS = 20;
/** A store that is never quiet loads a part so often. */
const BUSY_MS = 60;

/** Loads the rest of a large store between requests. A failure ends the server, see `watchReads`. */
export const loadBetweenRequests = (
  engine: Pick<Engine, 'loadSome'>,
): { readonly requested: () => void; readonly stop: () => void } => {
  let next: NodeJS.Timeout | undefined;
  let lastRequest = Number.NEGATIVE_INFINITY;
  let lastPart = Number.NEGATIVE_INFINITY;
  const load = (): void => {
    const now = performance.now();
    const isQuiet = now - lastRequest > QUIET_MS;
    const isDue = isQuiet || now - lastPart > BUSY_MS;
    if (isDue) lastPart = now;
    try {
      next = isDue && !engine.loadSome() ? undefined : setTimeout(load, isQuiet ? 0 : QUIET_MS);
    } catch {
      next = undefined;
    }
  };
  load();
  return {
    requested: () => {
      lastRequest = performance.now();
    },
    stop: () => clearTimeout(next),
  };
};
