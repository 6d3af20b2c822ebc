export type Breaker = { readonly isOpen: () => boolean; readonly note: (ok: boolean) => void };

export const BREAKER_FAILURES = 5;
export const BREAKER_PAUSE_MS = 5_000;

/**
 * Stops asking a service that does not answer: open after 5 failures in a row, one try is let through every 5 s,
 * closed again by the first success (reliability P27).
 */
export const makeBreaker = (now: () => number): Breaker => {
  let failures = 0;
  let openUntil = 0;
  return {
    isOpen: () => {
      if (failures < BREAKER_FAILURES) return false;
      if (now() < openUntil) return true;
      openUntil = now() + BREAKER_PAUSE_MS;
      return false;
    },
    note: (ok) => {
      failures = ok ? 0 : failures + 1;
      if (failures >= BREAKER_FAILURES) openUntil = now() + BREAKER_PAUSE_MS;
    },
  };
};

/** One breaker for each address. */
export const makeBreakers = (now: () => number): ((target: string) => Breaker) => {
  const breakers = new Map<string, Breaker>();
  return (target) => {
    const known = breakers.get(target) ?? makeBreaker(now);
    breakers.set(target, known);
    return known;
  };
};
