import { RenderError, transient } from './render-error.ts';
import type { Priority, RenderJob } from './render-job.ts';

export type QueuedJob = {
  readonly key: string;
  readonly job: RenderJob;
  readonly settle: (error: Error | null) => void;
};

/**
 * Waiting jobs. Concurrent requests for the same target share one job. Interactive jobs come before background jobs; an
 * interactive request promotes a queued job.
 * @param maxBackground the maximum number of background jobs; more are rejected
 */
export const createJobQueue = (maxBackground: number) => {
  const interactive: QueuedJob[] = [];
  const background: QueuedJob[] = [];
  const inFlight = new Map<string, Promise<void>>();

  const promote = (key: string): void => {
    const index = background.findIndex((queued) => queued.key === key);
    if (index >= 0) interactive.push(...background.splice(index, 1));
  };

  const enqueue = (queue: QueuedJob[], job: RenderJob): Promise<void> => {
    const key = job.target;
    const rendered = new Promise<void>((resolve, reject) => {
      queue.push({ key, job, settle: (error) => (error ? reject(error) : resolve()) });
    }).finally(() => inFlight.delete(key));
    inFlight.set(key, rendered);
    return rendered;
  };

  return {
    /** Resolves when the job has run. @throws RenderError */
    add: (job: RenderJob, priority: Priority): Promise<void> => {
      if (priority === 'interactive') promote(job.target);
      const known = inFlight.get(job.target);
      if (known !== undefined) return known;
      if (priority === 'background' && background.length >= maxBackground)
        return Promise.reject(new RenderError('the background queue is full', transient));
      return enqueue(priority === 'interactive' ? interactive : background, job);
    },
    takeInteractive: (): QueuedJob | undefined => interactive.shift(),
    takeBackground: (): QueuedJob | undefined => background.shift(),
    takeAll: (): QueuedJob[] => [...interactive.splice(0), ...background.splice(0)],
    hasBackground: (): boolean => background.length > 0,
    length: (): number => interactive.length + background.length,
  };
};
