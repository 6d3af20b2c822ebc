import { jittered } from './clock.ts';
import { isStoreAway } from './http/refusal.ts';
import type { Logger } from './log.ts';

export type Job = {
  readonly name: string;
  readonly everyMs: number;
  readonly run: (signal: AbortSignal) => Promise<void>;
};

/** Something done again and again. Never overlaps itself, errors are logged and the next turn comes all the same. */
export const every = (name: string, everyMs: number, run: Job['run']): Job => ({ name, everyMs, run });

export type RunningJobs = {
  /** Schedules every job; before that none runs by itself. A second call changes nothing. */
  readonly start: () => void;
  /** Does a job now and waits for it; a run under way is waited for first. @throws whatever the job throws */
  readonly run: (name: string) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Jobs read and write the store: the service calls `start` once the store is connected. */
export const createJobs = (jobs: readonly Job[], log: Logger): RunningJobs => {
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  const timers = new Map<string, NodeJS.Timeout>();

  const once = (job: Job): Promise<void> => {
    const turn = (running.get(job.name) ?? Promise.resolve())
      .catch(() => {})
      .then(() => job.run(stopping.signal));
    running.set(job.name, turn);
    return turn;
  };
  const schedule = (job: Job): void => {
    if (stopping.signal.aborted) return;
    const timer = setTimeout(() => {
      once(job)
        .catch((err: unknown) => {
          if (stopping.signal.aborted) return;
          if (isStoreAway(err)) log.warn({ err, job: job.name }, 'job postponed: store unavailable');
          else log.error({ err, job: job.name }, 'job failed');
        })
        .finally(() => schedule(job));
    }, jittered(job.everyMs));
    timer.unref();
    timers.set(job.name, timer);
  };

  return {
    start: () => {
      for (const job of jobs) if (!timers.has(job.name)) schedule(job);
    },
    run: async (name) => {
      const job = jobs.find((one) => one.name === name);
      if (!job) throw new Error(`no job is called ${name}`);
      await once(job);
    },
    stop: async () => {
      stopping.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.allSettled(running.values());
    },
  };
};
