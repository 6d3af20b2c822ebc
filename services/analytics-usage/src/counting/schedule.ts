import type { Logger } from '@satrangi/chassis';

type Options = {
  readonly run: () => Promise<void>;
  readonly log: Logger;
};

/** Pause before facts without money are counted. */
const CALM_MS = 1_000;
/** Facts that arrive together are counted together. */
const URGENT_MS = 40;
/** The least time from one start to the next: the whole half hour is added up each time, and dashboards are told once a second. */
const START_GAP_MS = 500;
/** Counting takes at most a tenth of the time, unless money waits: then half. */
const CALM_SHARE = 10;

/**
 * Runs the counting after facts arrived: for money at once, or half a second after the last start; else after a second.
 * Runs never overlap; a request during a run leads to another run.
 */
export const createSchedule = ({ run, log }: Options) => {
  let timer: NodeJS.Timeout | undefined;
  let timerAt = Number.POSITIVE_INFINITY;
  let running: Promise<void> | undefined;
  let lastMs = 0;
  let startedAt = Number.NEGATIVE_INFINITY;
  let wanted: 'no' | 'calm' | 'urgent' = 'no';
  let isStopped = false;

  const start = (): void => {
    timerAt = Number.POSITIVE_INFINITY;
    startedAt = performance.now();
    wanted = 'no';
    running = run()
      .catch((err: unknown) => {
        log.warn({ err }, 'counting failed');
        wanted = 'calm';
      })
      .finally(() => {
        lastMs = performance.now() - startedAt;
        running = undefined;
        if (wanted !== 'no') request(wanted === 'urgent');
      });
  };

  const request = (isUrgent: boolean): void => {
    if (isStopped) return;
    if (running !== undefined) {
      wanted = isUrgent || wanted === 'urgent' ? 'urgent' : 'calm';
      return;
    }
    const now = performance.now();
    const pause = isUrgent
      ? Math.max(URGENT_MS, lastMs, startedAt + START_GAP_MS - now)
      : Math.max(CALM_MS, lastMs * CALM_SHARE);
    const at = now + pause;
    if (at >= timerAt) return;
    clearTimeout(timer);
    timerAt = at;
    timer = setTimeout(start, pause);
    timer.unref();
  };

  return {
    request,
    stop: async (): Promise<void> => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};
