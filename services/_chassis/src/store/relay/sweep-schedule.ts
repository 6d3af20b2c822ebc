import type { Logger } from '../../base/log.ts';
import { LEASE_MS } from '../outbox.ts';

type ScheduleOptions = {
  /** Sweeps all collections; with `all` also for rows that are not due yet. */
  readonly sweepOnce: (all: boolean) => Promise<void>;
  readonly log: Logger;
  readonly idlePollMs: number;
};

/** Runs sweeps, one at a time: after `start` periodically, and earlier when one is needed. */
export const createSweepSchedule = ({ sweepOnce, log, idlePollMs }: ScheduleOptions) => {
  let timer: NodeJS.Timeout | undefined;
  let timerAt = Number.POSITIVE_INFINITY;
  let sweeping: Promise<void> | undefined;
  /** True until the first sweep: leases of a crashed process expire soon after it. */
  let first = true;
  let state: 'new' | 'running' | 'stopped' = 'new';

  /** Delivers due rows; with `all` also rows that are not due yet. */
  const sweep = async (all: boolean): Promise<void> => {
    if (all) await sweeping;
    sweeping ??= sweepOnce(all).finally(() => {
      sweeping = undefined;
    });
    await sweeping;
  };

  const sweepSafely = (all: boolean): Promise<void> =>
    sweep(all)
      .catch((err: unknown) => log.warn({ err }, 'outbox sweep failed'))
      .finally(() => {
        within(first ? LEASE_MS : idlePollMs);
        first = false;
      });

  /** Schedules the next sweep in `ms` at the latest. */
  const within = (ms: number): void => {
    if (state !== 'running') return;
    const at = performance.now() + ms * (1 + Math.random() / 4);
    if (at >= timerAt) return;
    clearTimeout(timer);
    timerAt = at;
    timer = setTimeout(() => {
      timerAt = Number.POSITIVE_INFINITY;
      void sweepSafely(false);
    }, at - performance.now());
    timer.unref();
  };

  return {
    sweep,
    within,
    isStopped: (): boolean => state === 'stopped',
    start: (): void => {
      state = 'running';
      within(10);
    },
    /** Sweeps immediately. */
    wake: (): void => {
      if (state === 'running') void sweepSafely(true);
    },
    stop: (): void => {
      state = 'stopped';
      clearTimeout(timer);
    },
  };
};
