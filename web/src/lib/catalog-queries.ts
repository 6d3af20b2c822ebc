import { FEATURED_MAX } from '@satrangi/contracts/pure';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { PAGE_SIZE, SHELF_SIZE } from './page-sizes.ts';

/** Search parameters of the eBook list, as they stand in the address bar. */
export type EbookSearch = {
  readonly q?: string;
  readonly format?: 'text' | 'audio';
  readonly author?: string;
  readonly sort?: 'newest' | 'title' | '-title' | 'price' | '-price';
};

/** Catalog queries used by more than one feature. */
export const catalogQueries = {
  ebook: (id: string) =>
    queryOptions({
      queryKey: ['catalog', 'ebook', id],
      queryFn: () => api.catalog.getEbook({ params: { id } }),
    }),
  shelf: () =>
    queryOptions({
      queryKey: ['catalog', 'ebooks', 'shelf'],
      queryFn: () => api.catalog.listEbooks({ query: { limit: SHELF_SIZE } }),
      select: ({ items }) => items,
    }),
  /** Across all media types. */
  featured: () =>
    queryOptions({
      queryKey: ['catalog', 'featured'],
      queryFn: () => api.catalog.search({ query: { featured: 'true', limit: String(FEATURED_MAX) } }),
      select: ({ items }) => items.slice(0, FEATURED_MAX),
    }),
  search: (search: EbookSearch) =>
    infiniteQueryOptions({
      queryKey: ['catalog', 'ebooks', 'search', search],
      queryFn: ({ pageParam, signal }) =>
        api.catalog.listEbooks(
          { query: { ...search, limit: PAGE_SIZE, ...(pageParam ? { cursor: pageParam } : {}) } },
          { signal },
        ),
      initialPageParam: '',
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),
  authors: () =>
    queryOptions({
      queryKey: ['catalog', 'authors'],
      queryFn: () => api.catalog.listAuthors(),
      select: ({ authors }) => authors,
    }),
  reviews: (id: string) =>
    queryOptions({
      queryKey: ['catalog', 'reviews', id],
      queryFn: () => api.catalog.listReviews({ params: { id } }),
    }),
};

export const libraryQueries = {
  entries: () => queryOptions({ queryKey: ['library', 'entries'], queryFn: () => api.library.listEntries() }),
  /** Reading and playback positions of the reader, newest first. */
  progressList: () =>
    queryOptions({ queryKey: ['library', 'places'], queryFn: () => api.library.listProgress() }),
  access: (mediaId: string) =>
    queryOptions({
      queryKey: ['library', 'access', mediaId],
      queryFn: () => api.library.checkAccess({ params: { mediaId } }),
      select: ({ hasAccess }) => hasAccess,
    }),
};
