import { CURATED_LIVE_PREFIX } from '@satrangi/contracts/pure';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { itemLivePrefixes } from './item-live-prefixes.ts';

/** Collections made by editors. */
export const curatedQueries = {
  all: () => queryOptions({ queryKey: ['catalog', 'curated'], queryFn: () => api.catalog.listCurated() }),
  one: (slug: string) =>
    queryOptions({
      queryKey: ['catalog', 'curated', slug],
      queryFn: ({ signal }) => api.catalog.getCurated({ params: { slug } }, { signal }),
    }),
};

/** Live messages that change collections. */
export const curatedLivePrefixes = [CURATED_LIVE_PREFIX, ...itemLivePrefixes];
