import { createJobQueue, type QueuedJob } from './job-queue.ts';
import { createJobRunner } from './job-runner.ts';
import { RenderError, transient } from './render-error.ts';
import type { Priority, RenderJob } from './render-job.ts';
import { removeOrphanedFolders } from './work-folder.ts';

type Settings = {
  /** Parent of the worker's folders; on the same disk as the targets. */
  readonly folder: string;
  /** The worker exits after this long without a job, which frees its memory. */
  readonly idleMs: number;
  /** The timeout of one job. */
  readonly timeoutMs: number;
  /** The pause before each background job. */
  readonly pauseMs: number;
  /** The maximum length of the background queue; more jobs are rejected. */
  readonly maxBackground: number;
};

const DEFAULTS: Omit<Settings, 'folder'> = {
  idleMs: 30_000,
  timeoutMs: 60_000,
  pauseMs: 50,
  maxBackground: 2_000,
};

export type RenderWorker = ReturnType<typeof openRenderWorker>;

/**
 * A job queue in front of one confined worker process, which starts with the first job. Concurrent requests for the same
 * target share one job. Interactive jobs run before background jobs; an interactive request promotes a queued job.
 */
export const openRenderWorker = (settings: Partial<Settings> & Pick<Settings, 'folder'>) => {
  const { folder, idleMs, timeoutMs, pauseMs, maxBackground } = { ...DEFAULTS, ...settings };
  const queue = createJobQueue(maxBackground);
  const runner = createJobRunner({ folder, timeoutMs, onFinished: () => next() });
  let pauseTimer: NodeJS.Timeout | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let closed = false;
  void removeOrphanedFolders(folder);

  const start = (queued: QueuedJob): void => {
    clearTimeout(idleTimer);
    runner.start(queued);
  };

  const startAfterPause = (): void => {
    pauseTimer = setTimeout(() => {
      pauseTimer = undefined;
      const queued = runner.isBusy() ? undefined : queue.takeBackground();
      if (queued) start(queued);
      else next();
    }, pauseMs).unref();
  };

  const next = (): void => {
    if (runner.isBusy() || closed) return;
    const queued = queue.takeInteractive();
    if (queued) {
      start(queued);
      return;
    }
    if (queue.hasBackground()) {
      if (!pauseTimer) startAfterPause();
      return;
    }
    clearTimeout(idleTimer);
    idleTimer = setTimeout(runner.kill, idleMs).unref();
  };

  return {
    /** Resolves when the target file exists. @throws RenderError */
    render: (job: RenderJob, priority: Priority): Promise<void> => {
      if (closed) return Promise.reject(new RenderError('the render worker is closed', transient));
      const rendered = queue.add(job, priority);
      next();
      return rendered;
    },
    /** The pid of the worker process, null when it is not running, and the number of queued jobs. */
    state: () => ({ pid: runner.pid(), waiting: queue.length() }),
    close: async (): Promise<void> => {
      closed = true;
      clearTimeout(pauseTimer);
      clearTimeout(idleTimer);
      runner.kill();
      runner.finish(new RenderError('the render worker is closed', transient));
      for (const { settle } of queue.takeAll())
        settle(new RenderError('the render worker is closed', transient));
    },
  };
};
