import { CallError, messageOf } from './http.ts';

const AT_ONCE = 4;
/** Tries of one call that the rate limit refuses. */
const TRIES = 10;
const USUAL_WAIT_MS = 5_000;

export type BulkItem = {
  readonly key: string;
  readonly name: string;
  /** One write, with its own `If-Match` where the API guards it. */
  readonly run: () => Promise<unknown>;
};

/** Thrown by an item whose row was changed by another admin since it was read. */
export class ChangedRow extends Error {
  override readonly name = 'ChangedRow';
}

/** Repeats a call that the rate limit refuses, after the time that the server names. */
export type Patiently = <T>(call: () => Promise<T>) => Promise<T>;

/** Where the items of a run come from: one batch after the other, each read when the one before is done. */
export type BulkSource = {
  /** How many items were confirmed. */
  readonly total: number;
  /** Called again after a failure, it goes on with what is left. */
  readonly batches: (patiently: Patiently) => AsyncIterable<readonly BulkItem[]>;
};

export type Outcome = 'done' | 'skipped' | 'refused';

export type RunOptions = {
  readonly signal: AbortSignal;
  readonly onOutcome: (outcome: Outcome, item: BulkItem, sentence: string) => void;
  /** The rate limit holds the run up, or no longer does. */
  readonly onWait: (isWaiting: boolean) => void;
};

/** The time after which a refused call may be repeated; null when the rate limit is not the reason. */
const waitOf = (error: unknown): number | null =>
  error instanceof CallError && error.status === 429 ? (error.retryAfterMs ?? USUAL_WAIT_MS) : null;

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

const patience =
  ({ signal, onWait }: RunOptions): Patiently =>
  async (call) => {
    for (let tries = 1; ; tries += 1)
      try {
        return await call();
      } catch (error) {
        const wait = waitOf(error);
        if (wait === null || tries === TRIES || signal.aborted) throw error;
        onWait(true);
        await sleep(wait, signal);
        onWait(false);
        signal.throwIfAborted();
      }
  };

/** Whether a row has been changed or is gone since it was read. */
const isOutdated = (error: unknown): boolean =>
  error instanceof ChangedRow ||
  (error instanceof CallError && (error.status === 404 || error.problem?.code === 'version-conflict'));

/**
 * Sends the single writes of a source, four at a time, until it has no more or the signal stops them.
 * @throws what reading a batch threw
 */
export const runBatches = async (source: BulkSource, options: RunOptions): Promise<void> => {
  const { signal, onOutcome } = options;
  const patiently = patience(options);
  const act = async (item: BulkItem): Promise<void> => {
    try {
      await patiently(item.run);
      onOutcome('done', item, '');
    } catch (error) {
      if (signal.aborted && error === signal.reason) return;
      onOutcome(isOutdated(error) ? 'skipped' : 'refused', item, messageOf(error));
    }
  };
  for await (const batch of source.batches(patiently)) {
    const queue = [...batch];
    const work = async (): Promise<void> => {
      for (let item = queue.shift(); item && !signal.aborted; item = queue.shift()) await act(item);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (signal.aborted) return;
  }
};

/** A source of items that are known. */
export const sourceOf = (items: readonly BulkItem[]): BulkSource => ({
  total: items.length,
  batches: async function* () {
    yield items;
  },
});

/**
 * A source of the rows that fit a filter, read page by page. A write can take its row out of the filter, and the rows
 * behind it move up; so a page is read again until it shows no row that is new, and the list until it has none.
 * @param total never more rows than that, which the admin confirmed
 * @param readPage the rows of a page, from 0 on; fewer than `size` on the last one
 */
export const matchingSource = <Row>({
  total,
  size,
  readPage,
  toItem,
}: {
  readonly total: number;
  readonly size: number;
  readonly readPage: (page: number) => Promise<readonly Row[]>;
  readonly toItem: (row: Row) => BulkItem;
}): BulkSource => {
  const seen = new Set<string>();
  return {
    total,
    batches: async function* (patiently) {
      let before = -1;
      while (before !== seen.size && seen.size < total) {
        before = seen.size;
        for (let page = 0, isLast = false; !isLast && seen.size < total; ) {
          const rows = await patiently(() => readPage(page));
          const fresh = rows
            .map(toItem)
            .filter(({ key }) => !seen.has(key))
            .slice(0, total - seen.size);
          for (const { key } of fresh) seen.add(key);
          if (fresh.length > 0) yield fresh;
          else page += 1;
          isLast = fresh.length === 0 && rows.length < size;
        }
      }
    },
  };
};
