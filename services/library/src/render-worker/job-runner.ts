import type { ChildProcess } from 'node:child_process';
import { forkConfined } from '@satrangi/chassis';
import { z } from 'zod';
import type { QueuedJob } from './job-queue.ts';
import { RenderError, transient } from './render-error.ts';
import type { RenderJob, RenderRequest } from './render-job.ts';
import { openWorkFolder, type WorkFolder } from './work-folder.ts';

const Result = z.object({ id: z.number(), problem: z.string().nullable() });

type Handlers = {
  readonly onMessage: (message: unknown, workFolder: WorkFolder) => void;
  readonly onExit: () => void;
};

/** The confined worker process and its folders. */
const createWorker = (folder: string, { onMessage, onExit }: Handlers) => {
  let worker: { readonly process: ChildProcess; readonly workFolder: WorkFolder } | undefined;

  const kill = (): void => {
    const killed = worker;
    worker = undefined;
    killed?.process.removeAllListeners();
    // A pending send may still fail; the exit has already failed its job.
    killed?.process.on('error', () => undefined);
    killed?.process.kill('SIGKILL');
    killed?.workFolder.remove();
  };

  const start = () => {
    const workFolder = openWorkFolder(folder);
    const { input, output } = workFolder;
    const forked = forkConfined(
      new URL('./worker-process.ts', import.meta.url),
      // Drawing needs native add-ons. The worker can read only its own folders.
      { service: 'library', memoryMb: 512, addons: true, read: [input, output], write: [output] },
      { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
    );
    const exited = (): void => {
      if (worker?.process === forked) kill();
      onExit();
    };
    forked.on('message', (message: unknown) => onMessage(message, workFolder));
    forked.once('exit', exited);
    forked.on('error', exited);
    // Neither the process nor its channel may keep the service running.
    forked.unref();
    forked.channel?.unref();
    return { process: forked, workFolder };
  };

  return {
    kill,
    /** Starts the process when it does not run. */
    running: () => {
      worker ??= start();
      return worker;
    },
    pid: (): number | null => worker?.process.pid ?? null,
  };
};

type Options = {
  /** Parent of the worker's folders. */
  folder: string;
  /** The timeout of one job. */
  timeoutMs: number;
  /** Called after each job. */
  onFinished: () => void;
};

/** Runs one job at a time in a confined worker process, which starts with the first job. */
export const createJobRunner = ({ folder, timeoutMs, onFinished }: Options) => {
  let current:
    | (QueuedJob & { readonly id: number; readonly timer: NodeJS.Timeout; sent: boolean })
    | undefined;
  let nextId = 1;

  const finish = (error: Error | null): void => {
    if (!current) return;
    clearTimeout(current.timer);
    const { settle } = current;
    current = undefined;
    settle(error);
    onFinished();
  };

  const worker = createWorker(folder, {
    onMessage: (message, workFolder) => {
      const result = Result.safeParse(message).data;
      const job = current?.job;
      if (!result || !job || current?.id !== result.id) return;
      if (result.problem !== null) return finish(new RenderError(result.problem));
      workFolder.moveOut(job).then(
        () => current?.id === result.id && finish(null),
        () => current?.id === result.id && finish(new RenderError('the result cannot be stored', transient)),
      );
    },
    // Before the job was sent, the document cannot be the cause.
    onExit: () =>
      finish(new RenderError('the worker exited during the job', { isTransient: current?.sent === false })),
  });

  const start = (queued: QueuedJob): void => {
    const { process: forked, workFolder } = worker.running();
    const id = nextId++;
    const timer = setTimeout(() => {
      worker.kill();
      finish(new RenderError('the job timed out'));
    }, timeoutMs);
    timer.unref();
    current = { ...queued, id, timer, sent: false };
    const send = (job: RenderJob<string>): void => {
      if (current?.id !== id) return;
      const request: RenderRequest = { id, job };
      forked.send(request, (error) => {
        if (!error || current?.id !== id) return;
        worker.kill();
        finish(new RenderError('the worker exited during the job', transient));
      });
      current.sent = true;
    };
    workFolder.copyIn(queued.job).then(send, () => {
      if (current?.id === id) finish(new RenderError('the document cannot be read', transient));
    });
  };

  return {
    start,
    /** Ends the current job, if any. */
    finish,
    isBusy: (): boolean => current !== undefined,
    kill: worker.kill,
    pid: worker.pid,
  };
};
