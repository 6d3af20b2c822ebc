export type CircuitBreaker = {
  readonly isOpen: () => boolean;
  /** True from the opening until a call succeeds. Unlike `isOpen` it permits no trial call. */
  readonly isFailing: () => boolean;
  readonly record: (succeeded: boolean) => void;
};

export const FAILURE_THRESHOLD = 5;
export const TRIAL_INTERVAL_MS = 5_000;
const PROBE_INTERVAL_MS = 500;

/**
 * Stops calls to a service that fails: open after 5 consecutive failures, one trial call every 5 s, closed by the first
 * success (reliability P27).
 * @param onOpen called each time the breaker opens
 */
export const createCircuitBreaker = (now: () => number, onOpen: () => void = () => {}): CircuitBreaker => {
  let failures = 0;
  let openUntil = 0;
  return {
    isOpen: () => {
      if (failures < FAILURE_THRESHOLD) return false;
      if (now() < openUntil) return true;
      openUntil = now() + TRIAL_INTERVAL_MS;
      return false;
    },
    isFailing: () => failures >= FAILURE_THRESHOLD,
    record: (succeeded) => {
      failures = succeeded ? 0 : failures + 1;
      if (failures >= FAILURE_THRESHOLD) openUntil = now() + TRIAL_INTERVAL_MS;
      if (failures === FAILURE_THRESHOLD) onOpen();
    },
  };
};

export type CircuitBreakerOptions = {
  readonly now: () => number;
  /** Probes the readiness of the service at an address. Never throws. */
  readonly isReady: (target: string) => Promise<boolean>;
  /** Stops all probes. */
  readonly shutdown: AbortSignal;
};

/**
 * One circuit breaker for each address. While a breaker is open it probes the readiness of the service, and closes as
 * soon as the service is ready (decision 0031).
 */
export const createCircuitBreakers = ({
  now,
  isReady,
  shutdown,
}: CircuitBreakerOptions): ((target: string) => CircuitBreaker) => {
  const breakers = new Map<string, CircuitBreaker>();
  const probed = new Set<string>();

  const probe = (target: string): void => {
    probed.add(target);
    setTimeout(async () => {
      if (shutdown.aborted) return;
      if (!(await isReady(target))) return probe(target);
      probed.delete(target);
      breakers.get(target)?.record(true);
    }, PROBE_INTERVAL_MS).unref();
  };

  return (target) => {
    const breaker =
      breakers.get(target) ??
      createCircuitBreaker(now, () => {
        if (!probed.has(target)) probe(target);
      });
    breakers.set(target, breaker);
    return breaker;
  };
};
