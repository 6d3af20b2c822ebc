import { memoryStore } from '../store/store.ts';
import type { Collection } from './collection.ts';
import { type Doc, encode } from './documents.ts';
import { createEngine } from './engine.ts';
import type { IndexSpec } from './indexes/index.ts';
import type { Answer } from './query.ts';

/** A collection of tests with these documents, and indexes that are added afterwards. */
export const fill = (docs: readonly Doc[], indexes: readonly IndexSpec[]): Collection => {
  const collection = createEngine(memoryStore(), { residentBytes: Number.POSITIVE_INFINITY }).ensure(
    'test',
    'things',
  );
  for (const doc of docs) collection.insert(encode(doc));
  for (const index of indexes) collection.addIndex(index);
  return collection;
};

/** The index that answered a query, or those of each part of an `$or`. */
export const nameOf = ({ plan }: Answer): unknown => {
  if (plan === 'id' || plan === undefined) return plan;
  return 'index' in plan ? plan.index.name : plan.map(({ index }) => index.name);
};
