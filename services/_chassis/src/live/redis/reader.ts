import type { LiveEntry } from '../log.ts';
import { entriesOf, entryOf, type Position, type RedisStream } from './stream.ts';

const BATCH = 500;
const RETRY_MS = 500;

const parseNotification = (payload: string) => {
  const [epoch = '', before, position, ...words] = payload.split(' ');
  return { epoch, before, position, text: words.join(' ') };
};

type ReaderOptions = {
  readonly stream: RedisStream;
  readonly onEntry: (entry: LiveEntry) => void;
  /** Called on a first or trimmed position, or a new epoch: entries before the new position are lost. */
  readonly onReset: () => void;
  /** Called when everything that is in the stream was read. */
  readonly onCurrent: () => void;
  /** False while a failed read must not be repeated: the next connection reads again. */
  readonly isConnected: () => boolean;
  /** Aborts when the log is closed. */
  readonly signal: AbortSignal;
};

/** Reads the stream once, in order: from notifications, and from the stream after a gap. */
export const createStreamReader = (options: ReaderOptions) => {
  const { stream, onEntry, onReset, onCurrent, isConnected, signal } = options;
  let at: Position | undefined;
  let reading: Promise<void> | undefined;
  let hasNewEntries = false;
  /** True after a lost connection or a new epoch: the position may be trimmed or unknown. */
  let mustVerifyPosition = true;

  /** The position to continue from. Resets the readers on a first or trimmed position, or a new epoch. */
  const verifiedPosition = async (): Promise<Position> => {
    const epoch = await stream.readEpoch();
    if (at?.epoch === epoch && (await stream.isContinuous(at.position))) return at;
    at = { epoch, position: await stream.lastPosition() };
    onReset();
    return at;
  };

  const readEntries = async (): Promise<void> => {
    let from = at && !mustVerifyPosition ? at : await verifiedPosition();
    mustVerifyPosition = false;
    for (;;) {
      const rows = await stream.rowsAfter(from.position, BATCH);
      const last = rows.at(-1);
      if (last) from = { epoch: from.epoch, position: last[0] };
      at = from;
      for (const entry of entriesOf(from.epoch, rows)) onEntry(entry);
      if (rows.length < BATCH) return;
    }
  };

  /** Reads until no notification arrived in the meantime; only one read at a time, to keep the order. */
  const readNew = (): void => {
    hasNewEntries = true;
    reading ??= (async () => {
      while (hasNewEntries && !signal.aborted) {
        hasNewEntries = false;
        await readEntries();
        onCurrent();
      }
    })()
      .catch(() => {
        mustVerifyPosition = true;
        setTimeout(() => {
          if (!signal.aborted && isConnected()) readNew();
        }, RETRY_MS).unref();
      })
      .finally(() => {
        reading = undefined;
      });
  };

  return {
    readNew,
    /** Handles a notification: the entry itself, or a read of the stream when the reader is not at its previous id. */
    receive: (payload: string): void => {
      const { epoch, before, position, text } = parseNotification(payload);
      if (epoch !== at?.epoch) mustVerifyPosition = true;
      if (mustVerifyPosition || reading || !position || before !== at?.position) return void readNew();
      at = { epoch, position };
      onEntry(entryOf(epoch, position, text));
    },
    /** After a lost connection: notifications may be missing. */
    requireVerification: (): void => {
      mustVerifyPosition = true;
    },
    /** Waits for the read in progress. */
    finished: async (): Promise<void> => {
      await reading;
    },
  };
};
