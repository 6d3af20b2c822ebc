import type { ChildProcess } from 'node:child_process';
import { forkConfined } from '@satrangi/chassis';
import { z } from 'zod';
import type { Priority, RenderJob, RenderRequest } from './render-job.ts';
import { openWorkFolder, removeOrphanedFolders, type WorkFolder } from './work-folder.ts';

/** A job failed: the document is broken, encrypted or unsupported, the worker crashed, or the job timed out. */
export class RenderError extends Error {
  override readonly name = 'RenderError';
  /** The document is not the cause: a retry may succeed. */
  readonly isTransient: boolean;
  constructor(message: string, { isTransient = false }: { readonly isTransient?: boolean } = {}) {
    super(message);
    this.isTransient = isTransient;
  }
}

const transient = { isTransient: true };

const Result = z.object({ id: z.number(), problem: z.string().nullable() });

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

type QueuedJob = {
  readonly key: string;
  readonly job: RenderJob;
  readonly settle: (error: Error | null) => void;
};

export type RenderWorker = ReturnType<typeof openRenderWorker>;

/**
 * A job queue in front of one confined worker process, which starts with the first job. Concurrent requests for the same
 * target share one job. Interactive jobs run before background jobs; an interactive request promotes a queued job.
 */
export const openRenderWorker = (settings: Partial<Settings> & Pick<Settings, 'folder'>) => {
  const { folder, idleMs, timeoutMs, pauseMs, maxBackground } = { ...DEFAULTS, ...settings };
  const interactive: QueuedJob[] = [];
  const background: QueuedJob[] = [];
  const inFlight = new Map<string, Promise<void>>();
  let worker: { readonly process: ChildProcess; readonly workFolder: WorkFolder } | undefined;
  let current:
    | (QueuedJob & { readonly id: number; readonly timer: NodeJS.Timeout; sent: boolean })
    | undefined;
  let pauseTimer: NodeJS.Timeout | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let nextId = 1;
  let closed = false;
  void removeOrphanedFolders(folder);

  const finish = (error: Error | null): void => {
    if (!current) return;
    clearTimeout(current.timer);
    const { settle } = current;
    current = undefined;
    settle(error);
    next();
  };

  const killProcess = (): void => {
    const killed = worker;
    worker = undefined;
    killed?.process.removeAllListeners();
    // A pending send may still fail; the exit has already failed its job.
    killed?.process.on('error', () => undefined);
    killed?.process.kill('SIGKILL');
    killed?.workFolder.remove();
  };

  const startProcess = () => {
    const workFolder = openWorkFolder(folder);
    const { input, output } = workFolder;
    const forked = forkConfined(
      new URL('./worker-process.ts', import.meta.url),
      // Drawing needs native add-ons. The worker can read only its own folders.
      { service: 'library', memoryMb: 512, addons: true, read: [input, output], write: [output] },
      { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
    );
    const onExit = (): void => {
      if (worker?.process === forked) killProcess();
      // Before the job was sent, the document cannot be the cause.
      finish(new RenderError('the worker exited during the job', { isTransient: current?.sent === false }));
    };
    forked.on('message', (raw: unknown) => {
      const result = Result.safeParse(raw).data;
      const job = current?.job;
      if (!result || !job || current?.id !== result.id) return;
      if (result.problem !== null) return finish(new RenderError(result.problem));
      workFolder.moveOut(job).then(
        () => current?.id === result.id && finish(null),
        () => current?.id === result.id && finish(new RenderError('the result cannot be stored', transient)),
      );
    });
    forked.once('exit', onExit);
    forked.on('error', onExit);
    // Neither the process nor its channel may keep the service running.
    forked.unref();
    forked.channel?.unref();
    return { process: forked, workFolder };
  };

  const start = (queued: QueuedJob): void => {
    clearTimeout(idleTimer);
    worker ??= startProcess();
    const { process: forked, workFolder } = worker;
    const id = nextId++;
    const timer = setTimeout(() => {
      killProcess();
      finish(new RenderError('the job timed out'));
    }, timeoutMs);
    timer.unref();
    current = { ...queued, id, timer, sent: false };
    const send = (job: RenderJob<string>): void => {
      if (current?.id !== id) return;
      const request: RenderRequest = { id, job };
      forked.send(request, (error) => {
        if (!error || current?.id !== id) return;
        killProcess();
        finish(new RenderError('the worker exited during the job', transient));
      });
      current.sent = true;
    };
    workFolder.copyIn(queued.job).then(send, () => {
      if (current?.id === id) finish(new RenderError('the document cannot be read', transient));
    });
  };

  const startAfterPause = (): void => {
    pauseTimer = setTimeout(() => {
      pauseTimer = undefined;
      const queued = current ? undefined : background.shift();
      if (queued) start(queued);
      else next();
    }, pauseMs).unref();
  };

  const next = (): void => {
    if (current || closed) return;
    const queued = interactive.shift();
    if (queued) {
      start(queued);
      return;
    }
    if (background.length > 0) {
      if (!pauseTimer) startAfterPause();
      return;
    }
    clearTimeout(idleTimer);
    idleTimer = setTimeout(killProcess, idleMs).unref();
  };

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
    /** Resolves when the target file exists. @throws RenderError */
    render: (job: RenderJob, priority: Priority): Promise<void> => {
      if (closed) return Promise.reject(new RenderError('the render worker is closed', transient));
      if (priority === 'interactive') promote(job.target);
      let rendered = inFlight.get(job.target);
      if (!rendered) {
        if (priority === 'background' && background.length >= maxBackground)
          return Promise.reject(new RenderError('the background queue is full', transient));
        rendered = enqueue(priority === 'interactive' ? interactive : background, job);
      }
      next();
      return rendered;
    },
    /** The pid of the worker process, null when it is not running, and the number of queued jobs. */
    state: () => ({ pid: worker?.process.pid ?? null, waiting: interactive.length + background.length }),
    close: async (): Promise<void> => {
      closed = true;
      clearTimeout(pauseTimer);
      clearTimeout(idleTimer);
      killProcess();
      finish(new RenderError('the render worker is closed', transient));
      for (const { settle } of [...interactive.splice(0), ...background.splice(0)])
        settle(new RenderError('the render worker is closed', transient));
    },
  };
};
