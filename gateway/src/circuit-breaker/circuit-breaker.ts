export type Breaker = { readonly isOpen: () => boolean; readonly note: (ok: boolean) => void };

export const BREAKER_FAILURES = 5;
export const BREAKER_PAUSE_MS = 5_000;
/** How often a service that does not answer is looked for. */
const LOOK_EVERY_MS = 500;

/**
 * Stops asking a service that does not answer: open after 5 failures in a row, one try is let through every 5 s,
 * closed again by the first success (reliability P27). `onOpen` is told each time that it opens.
 */
export const makeBreaker = (now: () => number, onOpen: () => void = () => {}): Breaker => {
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
      if (failures === BREAKER_FAILURES) onOpen();
    },
  };
};

export type BreakerOptions = {
  readonly now: () => number;
  /** Asks the service at an address whether it can work. Never throws. */
  readonly isReady: (target: string) => Promise<boolean>;
  /** Nobody is looked for after this. */
  readonly leaving: AbortSignal;
};

/**
 * One breaker for each address. A service that is gone is looked for, so that its visitors are let in as soon as it is
 * back (decision 0031).
 */
export const makeBreakers = ({ now, isReady, leaving }: BreakerOptions): ((target: string) => Breaker) => {
  const breakers = new Map<string, Breaker>();
  const lookedFor = new Set<string>();

  const lookFor = (target: string): void => {
    lookedFor.add(target);
    setTimeout(async () => {
      if (leaving.aborted) return;
      if (!(await isReady(target))) return lookFor(target);
      lookedFor.delete(target);
      breakers.get(target)?.note(true);
    }, LOOK_EVERY_MS).unref();
  };

  return (target) => {
    const known =
      breakers.get(target) ??
      makeBreaker(now, () => {
        if (!lookedFor.has(target)) lookFor(target);
      });
    breakers.set(target, known);
    return known;
  };
};
