const FAILURES = 3;
const PAUSE_MS = 60_000;

export type Breaker = ReturnType<typeof createBreaker>;

/** Opens after three failures in a row, for a minute. @param now milliseconds */
export const createBreaker = (now: () => number) => {
  let failures = 0;
  let openUntil = 0;
  return {
    isOpen: (): boolean => now() < openUntil,
    record: (isSuccess: boolean): void => {
      failures = isSuccess ? 0 : failures + 1;
      if (failures < FAILURES) return;
      openUntil = now() + PAUSE_MS;
      failures = 0;
    },
  };
};
