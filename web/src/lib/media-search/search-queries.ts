import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';
import { type MediaSearch, queryOf } from './filters.ts';

/** The collection that a search is limited to: the name of a page of the shop. */
export type SearchedPage = 'Digital Library';

export const searchQueries = {
  /** Results by kind, with counts for every filter. */
  byKind: (search: MediaSearch, page?: SearchedPage) =>
    queryOptions({
      queryKey: ['catalog', 'search', 'by-kind', search, page ?? null],
      queryFn: ({ signal }) =>
        api.catalog.searchByKind({ query: { ...queryOf(search), ...(page ? { page } : {}) } }, { signal }),
    }),
};
