import type { MediaItem } from '@satrangi/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** As many as one answer of the catalog holds; what is beyond it has its own page. */
const AT_ONCE = 100;

export type Collection = {
  readonly free: readonly MediaItem[];
  readonly ebooks: readonly MediaItem[];
  /** How many eBooks there are, shown or not. */
  readonly total: number;
};

/**
 * Everything the digital library shows. Its key is its own: the page reloads it as a whole, a moment after something
 * changed, instead of once for each message.
 */
export const collectionQuery = () =>
  queryOptions({
    queryKey: ['digital-library'],
    queryFn: async (): Promise<Collection> => {
      const [free, ebooks] = await Promise.all([
        api.catalog.listFreeEbooks(),
        api.catalog.listEbooks({ query: { page: 'Digital Library', limit: AT_ONCE } }),
      ]);
      return { free: free.items, ebooks: ebooks.items, total: ebooks.total };
    },
  });
