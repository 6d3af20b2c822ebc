import type { Logger } from './log.ts';
import { jittered } from './retry-delay.ts';
import { isStoreUnavailable } from './store-unavailable.ts';

export type Job = {
  readonly name: string;
  readonly everyMs: number;
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** True: only one replica at a time runs it. False: each process, for what it keeps in memory or on its own disk. */
  readonly onOne: boolean;
};

/** A periodic job of every process. It never overlaps itself. An error is logged and does not cancel the next run. */
export const every = (name: string, everyMs: number, run: Job['run']): Job => ({
  name,
  everyMs,
  run,
  onOne: false,
});

/** A periodic job of the service: one replica runs it, another takes over when that one ends or is killed. */
export const everyOnOne = (name: string, everyMs: number, run: Job['run']): Job => ({
  name,
  everyMs,
  run,
  onOne: true,
});

export type RunningJobs = {
  /** Schedules every job. A second call changes nothing. */
  readonly start: () => void;
  /**
   * Waits for a run of this process in progress, runs the job, whoever holds its lease, and waits for its end.
   * @throws what the job throws
   */
  readonly run: (name: string) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Runs on one replica; answers 0 when it ran, else the milliseconds until another attempt makes sense. */
type RunOnOne = (
  name: string,
  keepMs: number,
  run: (signal: AbortSignal) => Promise<void>,
) => Promise<number>;

type JobsOptions = {
  readonly log: Logger;
  readonly runOnOne: RunOnOne;
  readonly timeJob?: <T>(job: string, act: () => Promise<T>) => Promise<T>;
  /** Of all intervals; below 1 in tests only. */
  readonly factor?: number;
};

/** Jobs use the store: the service calls `start` after the store is connected. */
export const createJobs = (
  jobs: readonly Job[],
  { log, runOnOne, timeJob = (_job, act) => act(), factor = 1 }: JobsOptions,
): RunningJobs => {
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  const timers = new Map<string, NodeJS.Timeout>();

  const once = (job: Job, signal = stopping.signal): Promise<void> => {
    const run = (running.get(job.name) ?? Promise.resolve())
      .catch(() => {})
      .then(() => timeJob(job.name, () => job.run(signal)));
    running.set(job.name, run);
    return run;
  };
  /** @returns the longest wait until the next turn, 0 for the interval of the job */
  const turn = async (job: Job): Promise<number> => {
    if (!job.onOne) {
      await once(job);
      return 0;
    }
    return runOnOne(job.name, job.everyMs * factor, (lost) =>
      once(job, AbortSignal.any([stopping.signal, lost])),
    );
  };
  const schedule = (job: Job, mostMs = Number.POSITIVE_INFINITY): void => {
    if (stopping.signal.aborted) return;
    const wait = Math.min(jittered(job.everyMs * factor), mostMs);
    const timer = setTimeout(() => {
      void turn(job)
        .catch((err: unknown) => {
          if (stopping.signal.aborted) return 0;
          if (isStoreUnavailable(err)) log.warn({ err, job: job.name }, 'job postponed: store unavailable');
          else log.error({ err, job: job.name }, 'job failed');
          return 0;
        })
        .then((mostWait) => schedule(job, mostWait || undefined));
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
