/** The least time between two batches: how long an item waits for others of its batch, at most, unless its batch says less. */
const BATCH_MS = 20;

export type Completion<R> = Pick<PromiseWithResolvers<R>, 'resolve' | 'reject'>;

/**
 * An item after a pause is handled at the end of this turn of the event loop; those that follow it within `waitMs` are
 * collected. `act` completes each of them, or throws and fails all.
 */
export const batch = <I, R>(
  act: (items: readonly I[], completions: readonly Completion<R>[]) => Promise<void>,
  waitMs = BATCH_MS,
): ((item: I) => Promise<R>) => {
  let items: I[] = [];
  let completions: Completion<R>[] = [];
  let flushedAt = Number.NEGATIVE_INFINITY;
  const flush = (): void => {
    flushedAt = performance.now();
    const [batched, pending] = [items, completions];
    items = [];
    completions = [];
    act(batched, pending).catch((error: unknown) => {
      for (const { reject } of pending) reject(error);
    });
  };
  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<R>();
    items.push(item);
    completions.push({ resolve, reject });
    if (items.length === 1) {
      const wait = flushedAt + waitMs - performance.now();
      if (wait > 0) setTimeout(flush, wait);
      else setImmediate(flush);
    }
    return promise;
  };
};
