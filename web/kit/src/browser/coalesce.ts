const MIN_DELAY_MS = 300;
const MAX_DELAY_MS = 5_000;

/**
 * Coalesces calls: `run` is called once for all calls within a delay of 300 to 450 ms (jitter keeps pages apart).
 * While calls keep coming the delay doubles, up to 5 s.
 */
export const coalesce = (run: () => void): { readonly schedule: () => void; readonly cancel: () => void } => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delayMs = MIN_DELAY_MS;
  let idleFrom = 0;
  const flush = (): void => {
    timer = undefined;
    idleFrom = Date.now() + delayMs;
    run();
  };
  return {
    schedule: () => {
      if (timer !== undefined) return;
      delayMs = Date.now() < idleFrom ? Math.min(MAX_DELAY_MS, delayMs * 2) : MIN_DELAY_MS;
      timer = setTimeout(flush, delayMs * (1 + Math.random() / 2));
    },
    cancel: () => clearTimeout(timer),
  };
};
