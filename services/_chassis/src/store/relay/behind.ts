import type { RawCollection } from '../outbox.ts';

/** Documents asked about at once. */
const BATCH = 1_000;

/**
 * Remembers which documents have an older event unsent, and forgets those whose events somebody else has sent: another
 * process of the same service, or one that removed the document.
 */
export const createBehind = () => {
  const collections = new Map<string, Map<string, number>>();
  let marks = 0;
  const of = (name: string): Map<string, number> => {
    const found = collections.get(name) ?? new Map<string, number>();
    collections.set(name, found);
    return found;
  };

  return {
    add: (name: string, id: string): void => {
      marks += 1;
      of(name).set(id, marks);
    },
    has: (name: string, id: string): boolean => of(name).has(id),
    delete: (name: string, id: string): void => void of(name).delete(id),
    size: (): number => [...collections.values()].reduce((sum, ids) => sum + ids.size, 0),
    /** Asks the store about the oldest of them; one that was marked again meanwhile stays. */
    forgetSent: async (name: string, raw: RawCollection): Promise<void> => {
      const asked = [...of(name)].slice(0, BATCH);
      if (asked.length === 0) return;
      const waiting = await raw
        .find(
          { _id: { $in: asked.map(([id]) => id) }, outboxDue: { $exists: true } },
          { projection: { _id: 1 } },
        )
        .toArray();
      const isWaiting = new Set(waiting.map(({ _id }) => _id));
      const ids = of(name);
      for (const [id, mark] of asked) if (!isWaiting.has(id) && ids.get(id) === mark) ids.delete(id);
    },
  };
};
