import type { ChildProcess } from 'node:child_process';
import { forkConfined } from '@satrangi/chassis';
import { z } from 'zod';
import { type Desk, openDesk, removeOldDesks } from './press-desk.ts';
import type { PressOrder, PressWork } from './press-work.ts';

/** The press could not make it: broken, encrypted, not understood, or it took too long. */
export class PressError extends Error {
  override readonly name = 'PressError';
  /** The document is not to blame: the same work may go well the next time. */
  readonly isPassing: boolean;
  constructor(message: string, { isPassing = false }: { readonly isPassing?: boolean } = {}) {
    super(message);
    this.isPassing = isPassing;
  }
}

const passing = { isPassing: true };

const Answer = z.object({ id: z.number(), problem: z.string().nullable() });

type Settings = {
  /** Where the folders of the process are kept; on the same disk as the targets. */
  readonly folder: string;
  /** The press is sent home when it had nothing to do for this long; its memory goes with it. */
  readonly idleMs: number;
  /** One piece of work may take this long. */
  readonly limitMs: number;
  /** Rest between two pieces of work nobody waits for. */
  readonly restMs: number;
  /** How many pieces of work nobody waits for may wait; more are not taken. */
  readonly mostIdle: number;
};

const usual: Omit<Settings, 'folder'> = { idleMs: 30_000, limitMs: 60_000, restMs: 50, mostIdle: 2_000 };

type Waiting = {
  readonly key: string;
  readonly work: PressWork;
  readonly settle: (error: Error | null) => void;
};

export type Press = ReturnType<typeof openPress>;

/**
 * A queue of one before a process of its own, started with the first work. The same target asked for twice at the
 * same time is made once. `soon` work is done before `idle` work; `idle` work that somebody starts to wait for moves up.
 */
export const openPress = (settings: Partial<Settings> & Pick<Settings, 'folder'>) => {
  const { folder, idleMs, limitMs, restMs, mostIdle } = { ...usual, ...settings };
  const soon: Waiting[] = [];
  const idle: Waiting[] = [];
  const promised = new Map<string, Promise<void>>();
  let child: { readonly process: ChildProcess; readonly desk: Desk } | undefined;
  let current: (Waiting & { readonly id: number; readonly timer: NodeJS.Timeout; sent: boolean }) | undefined;
  let resting: NodeJS.Timeout | undefined;
  let goingHome: NodeJS.Timeout | undefined;
  let nextId = 1;
  let closed = false;
  void removeOldDesks(folder);

  const finish = (error: Error | null): void => {
    if (!current) return;
    clearTimeout(current.timer);
    const { settle } = current;
    current = undefined;
    settle(error);
    next();
  };

  const dismiss = (): void => {
    const leaving = child;
    child = undefined;
    leaving?.process.removeAllListeners();
    // A message sent to a process that just died; whoever waits for the answer is told by its exit.
    leaving?.process.on('error', () => undefined);
    leaving?.process.kill('SIGKILL');
    leaving?.desk.remove();
  };

  const hire = () => {
    const desk = openDesk(folder);
    const hired = forkConfined(
      new URL('./press-process.ts', import.meta.url),
      // Drawing needs add-ons. The document on the desk is all there is to read.
      { service: 'library', memoryMb: 512, addons: true, read: [desk.given, desk.made], write: [desk.made] },
      { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
    );
    const lost = (): void => {
      if (child?.process === hired) dismiss();
      // A process that died before it had the document says nothing about the document.
      finish(new PressError('the press stopped in the middle', { isPassing: current?.sent === false }));
    };
    hired.on('message', (raw: unknown) => {
      const answer = Answer.safeParse(raw).data;
      const work = current?.work;
      if (!answer || !work || current?.id !== answer.id) return;
      if (answer.problem !== null) return finish(new PressError(answer.problem));
      desk.take(work).then(
        () => current?.id === answer.id && finish(null),
        () => current?.id === answer.id && finish(new PressError('what was made can not be kept', passing)),
      );
    });
    hired.once('exit', lost);
    hired.on('error', lost);
    // Neither the process nor its channel keeps the service from ending.
    hired.unref();
    hired.channel?.unref();
    return { process: hired, desk };
  };

  const start = (waiting: Waiting): void => {
    clearTimeout(goingHome);
    child ??= hire();
    const { process: hired, desk } = child;
    const id = nextId++;
    const timer = setTimeout(() => {
      dismiss();
      finish(new PressError('it took too long'));
    }, limitMs);
    timer.unref();
    current = { ...waiting, id, timer, sent: false };
    const send = (work: PressWork): void => {
      if (current?.id !== id) return;
      const order: PressOrder = { id, work };
      hired.send(order, (error) => {
        if (!error || current?.id !== id) return;
        dismiss();
        finish(new PressError('the press stopped in the middle', passing));
      });
      current.sent = true;
    };
    desk.give(waiting.work).then(send, () => {
      if (current?.id === id) finish(new PressError('the document can not be read', passing));
    });
  };

  const rest = (): void => {
    resting = setTimeout(() => {
      resting = undefined;
      const waiting = current ? undefined : idle.shift();
      if (waiting) start(waiting);
      else next();
    }, restMs).unref();
  };

  const next = (): void => {
    if (current || closed) return;
    const waiting = soon.shift();
    if (waiting) {
      start(waiting);
      return;
    }
    if (idle.length > 0) {
      if (!resting) rest();
      return;
    }
    clearTimeout(goingHome);
    goingHome = setTimeout(dismiss, idleMs).unref();
  };

  const moveUp = (key: string): void => {
    const place = idle.findIndex((waiting) => waiting.key === key);
    if (place >= 0) soon.push(...idle.splice(place, 1));
  };

  const enqueue = (queue: Waiting[], work: PressWork): Promise<void> => {
    const key = work.target;
    const made = new Promise<void>((resolve, reject) => {
      queue.push({ key, work, settle: (error) => (error ? reject(error) : resolve()) });
    }).finally(() => promised.delete(key));
    promised.set(key, made);
    return made;
  };

  return {
    /** Resolves when the target stands. @throws PressError */
    make: (work: PressWork, urgency: 'soon' | 'idle'): Promise<void> => {
      if (closed) return Promise.reject(new PressError('the press is closed', passing));
      if (urgency === 'soon') moveUp(work.target);
      let made = promised.get(work.target);
      if (!made) {
        if (urgency === 'idle' && idle.length >= mostIdle)
          return Promise.reject(new PressError('too much is waiting already', passing));
        made = enqueue(urgency === 'soon' ? soon : idle, work);
      }
      next();
      return made;
    },
    /** The process, when it runs at this moment, and how much waits for it. */
    state: () => ({ pid: child?.process.pid ?? null, waiting: soon.length + idle.length }),
    close: async (): Promise<void> => {
      closed = true;
      clearTimeout(resting);
      clearTimeout(goingHome);
      dismiss();
      finish(new PressError('the press is closed', passing));
      for (const { settle } of [...soon.splice(0), ...idle.splice(0)])
        settle(new PressError('the press is closed', passing));
    },
  };
};
