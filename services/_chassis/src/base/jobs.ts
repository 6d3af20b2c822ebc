import type { Logger } from './log.ts';
import { jittered } from './retry-delay.ts';
import { isStoreUnavailable } from './store-unavailable.ts';

export type Job = {
  readonly name: string;
  readonly everyMs: number;
  readonly run: (signal: AbortSignal) => Promise<void>;
};

/** A periodic job. It never overlaps itself. An error is logged and does not cancel the next run. */
export const every = (name: string, everyMs: number, run: Job['run']): Job => ({ name, everyMs, run });

export type RunningJobs = {
  /** Schedules every job. A second call changes nothing. */
  readonly start: () => void;
  /** Waits for a run in progress, runs the job and waits for its end. @throws what the job throws */
  readonly run: (name: string) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/**
 * Jobs use the store: the service calls `start` after the store is connected.
 * @param factor of all intervals; below 1 in tests only
 */
export const createJobs = (jobs: readonly Job[], log: Logger, factor = 1): RunningJobs => {
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  const timers = new Map<string, NodeJS.Timeout>();

  const once = (job: Job): Promise<void> => {
    const run = (running.get(job.name) ?? Promise.resolve())
      .catch(() => {})
      .then(() => job.run(stopping.signal));
    running.set(job.name, run);
    return run;
  };
  const schedule = (job: Job): void => {
    if (stopping.signal.aborted) return;
    const wait = jittered(job.everyMs * factor);
    const timer = setTimeout(() => {
      once(job)
        .catch((err: unknown) => {
          if (stopping.signal.aborted) return;
          if (isStoreUnavailable(err)) log.warn({ err, job: job.name }, 'job postponed: store unavailable');
          else log.error({ err, job: job.name }, 'job failed');
        })
        .finally(() => schedule(job));
    }, wait);
    timer.unref();
    timers.set(job.name, timer);
  };

  return {
    start: () => {
      for (const job of jobs) if (!timers.has(job.name)) schedule(job);
    },
    run: async (name) => {
      const job = jobs.find((one) => one.name === name);
      if (!job) throw new Error(`unknown job ${name}`);
      await once(job);
    },
    stop: async () => {
      stopping.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.allSettled(running.values());
    },
  };
};
