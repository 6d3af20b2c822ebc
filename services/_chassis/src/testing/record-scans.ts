import type { Booted } from './boot-service.ts';

type Operation = {
  readonly collectionName: string;
  readonly method: string;
  readonly params: readonly unknown[];
};

const FILTERED = /^(find|findOne|findOneAnd\w+|updateOne|updateMany|deleteOne|deleteMany)$/;

/**
 * Records the queries of a service to its store. @returns a function that returns those since its last call that read a whole
 * collection because no index serves their filter, such as `orders: {"reference":"x"}`
 */
export const recordScans = ({ internals }: Booted): (() => Promise<string[]>) => {
  const { connection } = internals.store;
  const queries: { readonly collection: string; readonly filter: object }[] = [];
  connection.on('operation-start', ({ collectionName, method, params: [filter] }: Operation) => {
    if (FILTERED.test(method) && typeof filter === 'object' && filter && Object.keys(filter).length > 0)
      queries.push({ collection: collectionName, filter });
  });
  return async () => {
    const scans = new Set<string>();
    for (const { collection, filter } of queries.splice(0)) {
      const plan = await connection
        .getClient()
        .db(connection.name)
        .collection(collection)
        .find(filter)
        .explain();
      if (JSON.stringify(plan).includes('COLLSCAN')) scans.add(`${collection}: ${JSON.stringify(filter)}`);
    }
    return [...scans];
  };
};
