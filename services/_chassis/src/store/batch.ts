import mongoose, { type mongo } from 'mongoose';
import { batch } from '../base/batch.ts';

/** The rejected writes by their index in the batch. @throws the error when the whole batch failed */
const refusedOf = (error: unknown): Map<number, Error> => {
  const refused = error instanceof mongoose.mongo.MongoBulkWriteError ? [error.writeErrors].flat() : [];
  if (refused.length === 0) throw error;
  return new Map(
    refused.map(({ index, code, errmsg = '' }) => [index, Object.assign(new Error(errmsg), { code })]),
  );
};

/** `waitMs` of a read model: how late it may be while many events come. No request waits for its events. */
export const READ_MODEL_MS = 100;

/**
 * Batches the writes of one collection into one command, for writes that no user waits for. Each write has its own
 * result: a duplicate key rejects only its write, with the store's `code`. When the whole command fails, all reject, and
 * some may be written: use it only for idempotent writes.
 */
export const batchWrites = <T extends mongo.Document>(
  collection: Pick<mongo.Collection<T>, 'bulkWrite'>,
  waitMs?: number,
): ((write: mongo.AnyBulkWriteOperation<T>) => Promise<void>) =>
  batch(async (writes, completions) => {
    const refused = await collection
      .bulkWrite([...writes], { ordered: false, ignoreUndefined: true })
      .then(() => null, refusedOf);
    for (const [index, { resolve, reject }] of completions.entries()) {
      const cause = refused?.get(index);
      if (cause) reject(cause);
      else resolve();
    }
  }, waitMs);

/** Batches reads by id. `fields` is a projection, `waitMs` the least time between two queries. Results are never cached. */
export const batchReads = <T extends { readonly _id: string }>(
  collection: Pick<mongo.Collection<T>, 'find'>,
  fields: Readonly<Record<string, 0 | 1>>,
  waitMs?: number,
): ((id: string) => Promise<T | null>) =>
  batch(async (ids, completions) => {
    // the driver's types of filter and result depend on T, which is generic here; `_id` is a string by the constraint
    const filter = { _id: { $in: [...new Set(ids)] } } as mongo.Filter<T>;
    const found = (await collection.find(filter, { projection: fields }).toArray()) as T[];
    const byId = new Map(found.map((document) => [document._id, document]));
    for (const [index, { resolve }] of completions.entries()) resolve(byId.get(ids[index] ?? '') ?? null);
  }, waitMs);
