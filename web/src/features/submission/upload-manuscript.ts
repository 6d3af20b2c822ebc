import { ApiError, NotJsonError, publishingTexts, RESUMABLE_FROM_BYTES } from '@satrangi/contracts/pure';
import { ConnectionLostError } from '@satrangi/kit/browser/send-bytes';
import { unfinishedUpload } from './draft.ts';
import { uploadCalls } from './upload-calls.ts';

/** Bytes of a part: what a broken connection loses at most. */
const PART_BYTES = 4 * 1024 * 1024;
/** Waits between tries, in ms; one try follows each. Progress starts the list again. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;

type UploadListener = {
  readonly signal: AbortSignal;
  /** Bytes that have left the browser, or have arrived after a broken connection. */
  readonly onProgress: (sent: number) => void;
  /** True while the connection is lost and the next try waits. */
  readonly onWaiting: (isWaiting: boolean) => void;
  /** Ends the wait for the next try: resolves on demand. */
  readonly retryNow: () => Promise<void>;
};

/** Whether the same request may succeed a moment later. */
const isTransient = (error: unknown): boolean => {
  if (error instanceof ConnectionLostError) return true;
  const status = error instanceof ApiError || error instanceof NotJsonError ? error.status : 0;
  if (error instanceof ApiError && error.message === publishingTexts.storeFull) return false;
  // the server has not yet noticed that the former connection of this upload broke
  if (error instanceof ApiError && error.message === publishingTexts.tooManyAtOnce) return true;
  return status === 409 || (status >= 502 && status <= 504);
};

/** An upload that ended at the server, or that a HEAD request without a body reports as such. */
const isGone = (error: unknown): boolean =>
  (error instanceof ApiError || error instanceof NotJsonError) &&
  (error.status === 404 || error.status === 410);

/** Resolves after a time, when the browser is online again, or on demand. */
const pause = (ms: number, { signal, retryNow }: UploadListener): Promise<void> =>
  new Promise((resolve, reject) => {
    const ended = new AbortController();
    const end = (): void => {
      clearTimeout(timer);
      ended.abort();
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = navigator.onLine ? setTimeout(end, ms) : undefined;
    addEventListener('online', end, { signal: ended.signal });
    signal.addEventListener('abort', end, { signal: ended.signal });
    void retryNow().then(end);
  });

/** Sends the rest of a file in parts and ends the upload. @param note is called after each part */
const sendParts = async (file: File, listener: UploadListener, note: () => void): Promise<string> => {
  const known = unfinishedUpload.idOf(file);
  const id = known ?? (await uploadCalls.create(file, listener));
  unfinishedUpload.save(file, id);
  let offset = known === undefined ? 0 : await uploadCalls.offset(id, listener);
  listener.onProgress(offset);
  while (offset < file.size) {
    const start = offset;
    offset = await uploadCalls.part(id, start, file.slice(start, start + PART_BYTES), {
      signal: listener.signal,
      onProgress: (sent) => listener.onProgress(start + sent),
    });
    listener.onProgress(offset);
    note();
  }
  return uploadCalls.finish(id, listener);
};

/**
 * Uploads a manuscript: a small file in one request, a large one in parts that go on after a broken connection, also
 * when the same file is chosen again after a reload. The link is returned after the server has stored the file.
 * @returns the link for the submission
 * @throws ApiError, NotJsonError, ConnectionLostError after the last try, and the reason of the signal
 */
export const uploadManuscript = async (file: File, listener: UploadListener): Promise<string> => {
  let failures = 0;
  for (;;) {
    try {
      const link =
        file.size > RESUMABLE_FROM_BYTES
          ? await sendParts(file, listener, () => {
              failures = 0;
            })
          : await uploadCalls.whole(file, listener);
      unfinishedUpload.clear();
      return link;
    } catch (error) {
      const gone = isGone(error) && unfinishedUpload.idOf(file) !== undefined;
      if (gone || (error instanceof ApiError && !isTransient(error))) unfinishedUpload.clear();
      const wait = WAITS_MS[failures];
      if (listener.signal.aborted || wait === undefined || !(gone || isTransient(error))) throw error;
      failures += 1;
      if (gone) continue;
      listener.onWaiting(true);
      await pause(wait, listener);
      listener.onWaiting(false);
    }
  }
};
