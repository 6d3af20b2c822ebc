import { progressKey, type Timestamped } from './progress-key.ts';
import { session } from './session.ts';
import { safeStorage } from './store.ts';

const DEBOUNCE_MS = 2_000;
const THROTTLE_MS = 10_000;

export type ProgressSaver<T extends Timestamped> = {
  /** After a jump or a page turn: sends 2 s after the last change. */
  readonly saveDebounced: (progress: T) => void;
  /** During playback: sends at most once in 10 s. */
  readonly saveThrottled: (progress: T) => void;
  /** Sends now. */
  readonly flush: () => void;
};

/**
 * Stores progress locally at once and sends it to the server later. Progress that could not be sent is retried with
 * the next send; the server keeps the newest.
 */
export const createProgressSaver = <T extends Timestamped>({
  send,
  store,
}: {
  readonly send: (progress: T) => Promise<unknown>;
  readonly store: (progress: T) => void;
}): ProgressSaver<T> => {
  let unsent: T | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const progress = unsent;
    if (!progress) return;
    unsent = null;
    send(progress).catch(() => {
      unsent ??= progress;
    });
  };
  const record = (progress: T): void => {
    unsent = progress;
    store(progress);
  };

  return {
    saveDebounced: (progress) => {
      record(progress);
      clearTimeout(timer);
      timer = setTimeout(flush, DEBOUNCE_MS);
    },
    saveThrottled: (progress) => {
      record(progress);
      timer ??= setTimeout(flush, THROTTLE_MS);
    },
    flush,
  };
};

/**
 * Saves progress in an item for the reader who is logged in at this moment, or for a visitor: a tab may outlive the login,
 * and nothing of it is stored or sent afterwards.
 * @param toStored adds to what is stored on this device
 */
export const readerProgressSaver = <T extends Timestamped>(
  id: string,
  put: (progress: T) => Promise<unknown>,
  reader = session.get()?.userId,
  toStored: (progress: T) => T = (progress) => progress,
): ProgressSaver<T> => {
  const key = progressKey(id);
  const isStillHere = (): boolean => session.get()?.userId === reader;
  return createProgressSaver<T>({
    store: (progress) => {
      if (isStillHere()) safeStorage.write(key, JSON.stringify(toStored(progress)));
    },
    send: async (progress) => {
      if (reader && isStillHere()) await put(progress);
    },
  });
};

/** Flushes when the page is hidden or the connection returns. @returns a function that stops and flushes once more */
export const flushOnLeave = ({ flush }: Pick<ProgressSaver<Timestamped>, 'flush'>): (() => void) => {
  const onVisibility = (): void => {
    if (document.visibilityState === 'hidden') flush();
  };
  document.addEventListener('visibilitychange', onVisibility);
  addEventListener('online', flush);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    removeEventListener('online', flush);
    flush();
  };
};
