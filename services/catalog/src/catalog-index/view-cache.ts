import { LRUCache } from 'lru-cache';
import type { Query } from './items.rules.ts';

const VIEWS_MAX = 200;
/** Elements of all kept lists together: 8 MB. A longer list is not kept. */
const ELEMENTS_MAX = 1_000_000;
/** The fields of a query that decide a filtered list, besides the kind. */
const fields = [
  'sort',
  'page',
  'featured',
  'free',
  'author',
  'format',
  'language',
  'genre',
  'length',
  'maxPriceINR',
  'creator',
  'series',
] as const satisfies readonly (keyof Query)[];

/** The name of a filtered list. */
export const viewNameOf = (scope: string, query: Query): string =>
  JSON.stringify([scope, ...fields.map((field) => query[field] ?? null)]);

/** Filtered lists by name, the least recently used are evicted first. */
export const createViewCache = <T>() => {
  const views = new LRUCache<string, readonly T[]>({
    max: VIEWS_MAX,
    maxSize: ELEMENTS_MAX,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });
  return {
    clear: (): void => {
      // clearing an empty cache costs as much as clearing a full one
      if (views.size > 0) views.clear();
    },
    /** The elements of the list that pass, cached by name until `clear`. */
    viewOf: (name: string, list: readonly T[], test: (element: T) => boolean): readonly T[] => {
      const known = views.get(name);
      if (known) return known;
      const view = list.filter(test);
      views.set(name, view);
      return view;
    },
  };
};
