import mongoose, { type mongo } from 'mongoose';

/** How long a question waits for others to go with it. */
const GATHER_MS = 20;

type End<R> = Pick<PromiseWithResolvers<R>, 'resolve' | 'reject'>;

/** All that come within a moment go together; `act` ends each of them, or throws and fails all. */
const gather = <I, R>(
  act: (items: readonly I[], ends: readonly End<R>[]) => Promise<void>,
): ((item: I) => Promise<R>) => {
  let items: I[] = [];
  let ends: End<R>[] = [];
  const go = (): void => {
    const [going, waiting] = [items, ends];
    items = [];
    ends = [];
    act(going, waiting).catch((error: unknown) => {
      for (const { reject } of waiting) reject(error);
    });
  };
  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<R>();
    items.push(item);
    ends.push({ resolve, reject });
    if (items.length === 1) setTimeout(go, GATHER_MS);
    return promise;
  };
};

/** What the store refused, by its place in the batch. @throws the error itself when the batch failed as a whole */
const refusedOf = (error: unknown): Map<number, Error> => {
  const refused = error instanceof mongoose.mongo.MongoBulkWriteError ? [error.writeErrors].flat() : [];
  if (refused.length === 0) throw error;
  return new Map(
    refused.map(({ index, code, errmsg = '' }) => [index, Object.assign(new Error(errmsg), { code })]),
  );
};

/**
 * Writes of one collection that no person waits for, such as what messages leave: all that come within a moment go
 * with one command. Each has an end of its own: what the store refuses of one, a unique key say, is told to that one
 * (`code` is the store's). When the command as a whole fails, all fail, and some may be written: only for writes that
 * may be done again.
 */
export const gatherWrites = <T extends mongo.Document>(
  collection: Pick<mongo.Collection<T>, 'bulkWrite'>,
): ((write: mongo.AnyBulkWriteOperation<T>) => Promise<void>) =>
  gather(async (writes, ends) => {
    const refused = await collection.bulkWrite([...writes], { ordered: false }).then(() => null, refusedOf);
    for (const [index, { resolve, reject }] of ends.entries()) {
      const cause = refused?.get(index);
      if (cause) reject(cause);
      else resolve();
    }
  });

/** Documents by their id that no person waits for; `fields` as in a projection. As fresh as if each was asked for alone. */
export const gatherReads = <T extends { readonly _id: string }>(
  collection: Pick<mongo.Collection<T>, 'find'>,
  fields: Readonly<Record<string, 0 | 1>>,
): ((id: string) => Promise<T | null>) =>
  gather(async (ids, ends) => {
    // the driver derives the type of `_id` from T and so can not compare it with a text while T is open; nor what it answers
    const filter = { _id: { $in: [...new Set(ids)] } } as mongo.Filter<T>;
    const found = (await collection.find(filter, { projection: fields }).toArray()) as T[];
    const byId = new Map(found.map((document) => [document._id, document]));
    for (const [index, { resolve }] of ends.entries()) resolve(byId.get(ids[index] ?? '') ?? null);
  });
