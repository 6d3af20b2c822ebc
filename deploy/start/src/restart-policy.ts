const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** A process that ran longer than this counts as started. */
const STABLE_MS = 10_000;
const MOST_EARLY_EXITS = 8;

/**
 * When a process that ended is started again: pauses double from 250 ms to 5 s, and a process that ended itself early
 * more than eight times in a row is given up.
 */
export const createRestartPolicy = (now: () => number = () => performance.now()) => {
  let startedAt = now();
  let earlyExits = 0;
  return {
    started: (): void => {
      startedAt = now();
    },
    /**
     * @param code the exit code, or null after a signal, which is no fault of the process
     * @returns the pause before the next start in milliseconds; null when another start is useless
     */
    pauseAfterExit: (code: number | null): number | null => {
      earlyExits = now() - startedAt < STABLE_MS ? earlyExits + 1 : 1;
      if (code !== null && earlyExits > MOST_EARLY_EXITS) return null;
      return Math.min(FIRST_PAUSE_MS * 2 ** (earlyExits - 1), LONGEST_PAUSE_MS);
    },
  };
};
