import type { ChildProcess } from 'node:child_process';
import { forkConfined } from '@satrangi/chassis';
import { z } from 'zod';
import type { PreviewCard } from './preview-card.ts';

/** Of the result: a JPEG of this size is about 60 kB. */
const MAX_BYTES = 1_000_000;
const Jpeg = z.custom<Uint8Array>(
  (value) =>
    value instanceof Uint8Array && value.byteLength <= MAX_BYTES && value[0] === 0xff && value[1] === 0xd8,
);
const Result = z.object({
  id: z.number(),
  image: Jpeg.optional(),
  problem: z.string().optional(),
  /** The drawing library cannot be loaded on this system. */
  isUnavailable: z.boolean().optional(),
});
export type RenderRequest = { readonly id: number; readonly card: PreviewCard };
export type RenderResult = z.infer<typeof Result>;

type Settings = {
  /** Called once when the drawing library cannot be loaded: no image is drawn from then on. */
  readonly onUnavailable: (error: Error) => void;
  /** The process exits after this long without a job, which frees its memory. */
  readonly idleMs?: number;
  /** The timeout of one image. */
  readonly timeoutMs?: number;
  /** The maximum number of waiting images. */
  readonly maxWaiting?: number;
  /** False in tests of a system on which the drawing library cannot be loaded. */
  readonly hasAddons?: boolean;
};

type Job = { readonly card: PreviewCard; readonly settle: (image: Uint8Array | null, error?: Error) => void };

type ProcessOptions = {
  hasAddons: boolean;
  onMessage: (message: unknown) => void;
  onExit: () => void;
};

/** The confined process that draws. */
const createProcess = ({ hasAddons, onMessage, onExit }: ProcessOptions) => {
  let child: ChildProcess | undefined;

  const kill = (): void => {
    const killed = child;
    child = undefined;
    killed?.removeAllListeners();
    // A pending send may still fail; the job has ended already.
    killed?.on('error', () => undefined);
    killed?.kill('SIGKILL');
  };

  const start = (): ChildProcess => {
    const forked = forkConfined(
      new URL('./image-renderer-process.ts', import.meta.url),
      { service: 'catalog', memoryMb: 128, addons: hasAddons },
      { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
    );
    const exited = (): void => {
      if (child !== forked) return;
      kill();
      onExit();
    };
    forked.on('message', onMessage);
    forked.once('exit', exited);
    forked.on('error', exited);
    // Neither the process nor its channel may keep the service running.
    forked.unref();
    forked.channel?.unref();
    return forked;
  };

  return {
    kill,
    /** Starts the process when it does not run. */
    running: (): ChildProcess => {
      child ??= start();
      return child;
    },
    pid: (): number | null => child?.pid ?? null,
  };
};

export type ImageRenderer = ReturnType<typeof openImageRenderer>;

const DEFAULTS = { idleMs: 10_000, timeoutMs: 15_000, maxWaiting: 8, hasAddons: true } as const;

/** A queue in front of one confined process that draws preview images. The process starts with the first job. */
export const openImageRenderer = (settings: Settings) => {
  const { onUnavailable, idleMs, timeoutMs, maxWaiting, hasAddons } = { ...DEFAULTS, ...settings };
  const waiting: Job[] = [];
  let current: (Job & { readonly id: number; readonly timer: NodeJS.Timeout }) | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let nextId = 1;
  let isUnavailable = false;
  let isClosed = false;

  const finish = (image: Uint8Array | null, error?: Error): void => {
    if (!current) return;
    clearTimeout(current.timer);
    const { settle } = current;
    current = undefined;
    settle(image, error);
    next();
  };

  const giveUp = (problem: string | undefined): void => {
    isUnavailable = true;
    onUnavailable(new Error(problem));
    renderer.kill();
    for (const { settle } of waiting.splice(0)) settle(null);
    finish(null);
  };

  const receive = (raw: unknown): void => {
    const result = Result.safeParse(raw).data;
    if (!current || result?.id !== current.id) return;
    if (result.isUnavailable) giveUp(result.problem);
    else if (result.image) finish(result.image);
    else finish(null, new Error(result.problem ?? 'the renderer sent an invalid result'));
  };

  const onExit = (): void => finish(null, new Error('the renderer exited during the job'));
  const renderer = createProcess({ hasAddons, onMessage: receive, onExit });

  const fail = (reason: string): void => {
    renderer.kill();
    finish(null, new Error(reason));
  };

  const next = (): void => {
    clearTimeout(idleTimer);
    if (current || isClosed) return;
    const job = waiting.shift();
    if (!job) {
      idleTimer = setTimeout(renderer.kill, idleMs).unref();
      return;
    }
    const timer = setTimeout(() => fail('the job timed out'), timeoutMs).unref();
    const id = nextId++;
    current = { ...job, id, timer };
    const request: RenderRequest = { id, card: job.card };
    renderer.running().send(request, (error) => {
      if (error && current?.id === id) fail('the renderer exited before the job');
    });
  };

  return {
    /** A JPEG; null when too many images wait, or when this system cannot draw. @throws when drawing fails */
    draw: (card: PreviewCard): Promise<Uint8Array | null> => {
      if (isClosed || isUnavailable || waiting.length >= maxWaiting) return Promise.resolve(null);
      return new Promise((resolve, reject) => {
        waiting.push({ card, settle: (image, error) => (error ? reject(error) : resolve(image)) });
        next();
      });
    },
    /** The process id of the renderer; null while it does not run. */
    pid: renderer.pid,
    close: (): void => {
      isClosed = true;
      clearTimeout(idleTimer);
      renderer.kill();
      finish(null);
      for (const { settle } of waiting.splice(0)) settle(null);
    },
  };
};
