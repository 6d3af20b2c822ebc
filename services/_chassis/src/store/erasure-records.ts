import type { AnyEvent } from '@satrangi/contracts';
import { Schema } from 'mongoose';
import { batchReads } from './batch.ts';
import { driverCollection } from './driver-collection.ts';
import type { ServiceStore } from './store.ts';

/** `at`: ISO time of the erasure, where a service keeps it. `answers`: number of acknowledgements. */
type ErasureRecord = { _id: string; at?: string; answers: number };

export type ErasureRecords = ReturnType<typeof createErasureRecords>;

type Options = { readonly collection?: string; readonly now?: () => Date; readonly waitMs?: number };

/**
 * The erased accounts of a service, by id or pseudonym: events that arrive late store nothing for them. A record also
 * carries the acknowledgement in its outbox. No personal data.
 * @param now the time that each record keeps; without it, none
 * @param waitMs the least time between two queries of `isErased`, see `batchReads`
 */
export const createErasureRecords = (
  store: ServiceStore,
  { collection = 'erasures', now, waitMs }: Options = {},
) => {
  const schema = new Schema<ErasureRecord>({
    _id: { type: String, required: true },
    at: String,
    answers: { type: Number, default: 0 },
  });
  const records = store.aggregate<ErasureRecord>(collection, schema);
  const stored = driverCollection(records.model);
  const read = batchReads(stored, { _id: 1 }, waitMs);
  return {
    /** Write this before anything is erased: a concurrent handler then finds it and removes what it stored itself. */
    record: async (id: string): Promise<void> => {
      await records.create({ _id: id, answers: 0, ...(now ? { at: now().toISOString() } : {}) });
    },
    /** Batched with concurrent calls. */
    isErased: async (id: string): Promise<boolean> => (await read(id)) !== null,
    /** Which of these accounts are erased. */
    erasedOf: async (ids: readonly string[]): Promise<string[]> =>
      (await stored.find({ _id: { $in: [...ids] } }, { projection: { _id: 1 } }).toArray()).map(
        ({ _id }) => _id,
      ),
    /** Publishes the acknowledgement; again on every call. */
    acknowledge: async (id: string, acknowledgement: AnyEvent): Promise<void> => {
      await records.change(
        { _id: id },
        { $inc: { answers: 1 } },
        { upsert: true, events: [acknowledgement] },
      );
    },
  };
};
