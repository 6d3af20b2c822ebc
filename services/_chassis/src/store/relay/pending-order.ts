import type { RawCollection } from '../outbox.ts';

/** Documents checked in one query. */
const BATCH = 1_000;

/**
 * The documents with an unsent older event, whose newer events must wait. `dropSent` removes documents whose events
 * another process of the service has sent.
 */
export const createPendingOrder = () => {
  const collections = new Map<string, Map<string, number>>();
  let sequence = 0;
  const of = (name: string): Map<string, number> => {
    const found = collections.get(name) ?? new Map<string, number>();
    collections.set(name, found);
    return found;
  };

  return {
    add: (name: string, id: string): void => {
      sequence += 1;
      of(name).set(id, sequence);
    },
    has: (name: string, id: string): boolean => of(name).has(id),
    delete: (name: string, id: string): void => void of(name).delete(id),
    size: (): number => [...collections.values()].reduce((sum, ids) => sum + ids.size, 0),
    /** Checks the oldest entries in the store and removes the sent ones. An entry added again in the meantime stays. */
    dropSent: async (name: string, raw: RawCollection): Promise<void> => {
      const entries = [...of(name)].slice(0, BATCH);
      if (entries.length === 0) return;
      const pending = await raw
        .find(
          { _id: { $in: entries.map(([id]) => id) }, outboxDue: { $exists: true } },
          { projection: { _id: 1 } },
        )
        .toArray();
      const isPending = new Set(pending.map(({ _id }) => _id));
      const ids = of(name);
      for (const [id, addedAt] of entries) if (!isPending.has(id) && ids.get(id) === addedAt) ids.delete(id);
    },
  };
};
export type PendingOrder = ReturnType<typeof createPendingOrder>;
