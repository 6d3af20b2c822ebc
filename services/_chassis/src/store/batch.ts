import mongoose, { type mongo } from 'mongoose';

/** How long an item waits for others of its batch. */
const BATCH_MS = 20;

type Completion<R> = Pick<PromiseWithResolvers<R>, 'resolve' | 'reject'>;

/** Collects items for `BATCH_MS`; `act` completes each of them, or throws and fails all. */
const batch = <I, R>(
  act: (items: readonly I[], completions: readonly Completion<R>[]) => Promise<void>,
): ((item: I) => Promise<R>) => {
  let items: I[] = [];
  let completions: Completion<R>[] = [];
  const flush = (): void => {
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
    if (items.length === 1) setTimeout(flush, BATCH_MS);
    return promise;
  };
};

/** The rejected writes by their index in the batch. @throws the error when the whole batch failed */
const refusedOf = (error: unknown): Map<number, Error> => {
  const refused = error instanceof mongoose.mongo.MongoBulkWriteError ? [error.writeErrors].flat() : [];
  if (refused.length === 0) throw error;
  return new Map(
    refused.map(({ index, code, errmsg = '' }) => [index, Object.assign(new Error(errmsg), { code })]),
  );
};

/**
 * Batches the writes of one collection into one command, for writes that no user waits for. Each write has its own
 * result: a duplicate key rejects only its write, with the store's `code`. When the whole command fails, all reject, and
 * some may be written: use it only for idempotent writes.
 */
export const batchWrites = <T extends mongo.Document>(
  collection: Pick<mongo.Collection<T>, 'bulkWrite'>,
): ((write: mongo.AnyBulkWriteOperation<T>) => Promise<void>) =>
  batch(async (writes, completions) => {
    const refused = await collection.bulkWrite([...writes], { ordered: false }).then(() => null, refusedOf);
    for (const [index, { resolve, reject }] of completions.entries()) {
      const cause = refused?.get(index);
      if (cause) reject(cause);
      else resolve();
    }
  });

/** Batches reads by id that no user waits for. `fields` is a projection. Results are never cached. */
export const batchReads = <T extends { readonly _id: string }>(
  collection: Pick<mongo.Collection<T>, 'find'>,
  fields: Readonly<Record<string, 0 | 1>>,
): ((id: string) => Promise<T | null>) =>
  batch(async (ids, completions) => {
    // the driver's types of filter and result depend on T, which is generic here; `_id` is a string by the constraint
    const filter = { _id: { $in: [...new Set(ids)] } } as mongo.Filter<T>;
    const found = (await collection.find(filter, { projection: fields }).toArray()) as T[];
    const byId = new Map(found.map((document) => [document._id, document]));
    for (const [index, { resolve }] of completions.entries()) resolve(byId.get(ids[index] ?? '') ?? null);
  });
