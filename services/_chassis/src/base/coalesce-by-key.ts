/** Coalesces concurrent runs per key: one runs at a time, and callers during a run share the next one. */
export const coalesceByKey = (run: (key: string) => Promise<void>): ((key: string) => Promise<void>) => {
  const running = new Map<string, Promise<void>>();
  const queued = new Map<string, Promise<void>>();
  const start = (key: string): Promise<void> => {
    const current = run(key).finally(() => {
      if (running.get(key) === current) running.delete(key);
    });
    running.set(key, current);
    return current;
  };
  return (key) => {
    const current = running.get(key);
    if (current === undefined) return start(key);
    const next = queued.get(key);
    if (next !== undefined) return next;
    const begin = (): Promise<void> => {
      queued.delete(key);
      return start(key);
    };
    const follow = current.then(begin, begin);
    queued.set(key, follow);
    return follow;
  };
};
