import { type BulkItem, ChangedRow, type MatchingRows } from './bulk-progress.ts';
import { CallError, sentenceOf } from './http.ts';

const AT_ONCE = 4;
/** Tries of one call that the rate limit refuses. */
const TRIES = 10;
const USUAL_WAIT_MS = 5_000;

/** Repeats a call that the rate limit refuses, after the time that the server names. */
export type Patiently = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * Where the items of a run come from: one batch after the other, each read when the one before is done. Called again
 * after a failure, it goes on with what is left.
 */
export type BulkSource = (patiently: Patiently) => AsyncIterable<readonly BulkItem[]>;

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
      onOutcome(isOutdated(error) ? 'skipped' : 'refused', item, sentenceOf(error));
    }
  };
  for await (const batch of source(patiently)) {
    const queue = [...batch];
    const work = async (): Promise<void> => {
      for (let item = queue.shift(); item && !signal.aborted; item = queue.shift()) await act(item);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (signal.aborted) return;
  }
};

/**
 * A source of the rows that fit a filter, read page by page. A write can take its row out of the filter, and the rows
 * behind it move up; so a page is read again until it shows no row that is new, and the list until it has none.
 */
const matchingSource = <Row>({ total, size, readPage, toItem }: MatchingRows<Row>): BulkSource => {
  const seen = new Set<string>();
  return async function* (patiently) {
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
  };
};

/** The source of the items that are known, or of all rows that fit a filter. */
export const sourceOf = <Row>(given: readonly BulkItem[] | MatchingRows<Row>): BulkSource =>
  'readPage' in given
    ? matchingSource(given)
    : async function* () {
        yield given;
      };
