import type { Query } from './items.rules.ts';

const VIEWS_MAX = 200;
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
  const views = new Map<string, readonly T[]>();
  return {
    clear: (): void => views.clear(),
    /** The elements of the list that pass, cached by name until `clear`. */
    viewOf: (name: string, list: readonly T[], test: (element: T) => boolean): readonly T[] => {
      const view = views.get(name) ?? list.filter(test);
      views.delete(name);
      views.set(name, view);
      if (views.size > VIEWS_MAX) for (const oldest of views.keys()) if (views.delete(oldest)) break;
      return view;
    },
  };
};
