/** The least time between two batches: how long an item waits for others of its batch, at most, unless its batch says otherwise. */
const BATCH_MS = 20;
/** A batch of this size is handled at once, so that a backlog is not slowed down by the wait. */
const FULL = 32;
/** Items count as concurrent for this time after two of them were. */
const CONCURRENT_MS = 1_000;

export type Completion<R> = Pick<PromiseWithResolvers<R>, 'resolve' | 'reject'>;

/**
 * An item that comes alone is handled at the end of this turn of the event loop. While items come concurrently, those that
 * follow a batch within `waitMs` are collected, until they are 32. `act` completes each of them, or throws and fails all.
 */
export const batch = <I, R>(
  act: (items: readonly I[], completions: readonly Completion<R>[]) => Promise<void>,
  waitMs = BATCH_MS,
): ((item: I) => Promise<R>) => {
  let items: I[] = [];
  let completions: Completion<R>[] = [];
  let flushedAt = Number.NEGATIVE_INFINITY;
  let inProgress = 0;
  let concurrentAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let immediate: NodeJS.Immediate | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    clearImmediate(immediate);
    flushedAt = performance.now();
    const [batched, pending] = [items, completions];
    items = [];
    completions = [];
    if (batched.length > 1) concurrentAt = flushedAt;
    inProgress += 1;
    act(batched, pending)
      .catch((error: unknown) => {
        for (const { reject } of pending) reject(error);
      })
      .finally(() => {
        inProgress -= 1;
      });
  };
  /** At the end of a turn, when callers that wait for one item before they send the next have sent it: they need no wait. */
  const flushOrWait = (): void => {
    const now = performance.now();
    if (items.length > 1 || inProgress > 0) concurrentAt = now;
    const wait = now - concurrentAt < CONCURRENT_MS ? flushedAt + waitMs - now : 0;
    if (wait > 0) timer = setTimeout(flush, wait);
    else flush();
  };
  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<R>();
    items.push(item);
    completions.push({ resolve, reject });
    if (items.length === FULL) flush();
    else if (items.length === 1) immediate = setImmediate(flushOrWait);
    return promise;
  };
};
