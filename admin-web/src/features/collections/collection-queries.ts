import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** Sentences of the tab. */
export const collectionTexts = {
  loadFailed: 'Failed to load collections',
  saveFailed: 'Failed to save collection',
  deleteFailed: 'Failed to delete collection',
  orderFailed: 'Failed to move collection',
  searchFailed: 'Failed to load media',
} as const;

/** The key of the acts that are held back: `collection:SLUG`. */
export const HELD_PREFIX = 'collection:';

/** Every collection in the order of the home page. */
export const collectionsQuery = queryOptions({
  queryKey: ['collections', 'list'],
  queryFn: () => api.catalog.listEditorCurated(),
});

export const collectionQuery = (slug: string) =>
  queryOptions({
    queryKey: ['collections', 'one', slug],
    queryFn: ({ signal }) => api.catalog.getEditorCurated({ params: { slug } }, { signal }),
  });

/** Titles offered for the words of a search. */
const FOUND_MAX = '8';

export const titlesQuery = (q: string) =>
  queryOptions({
    queryKey: ['media', 'for-collection', q],
    queryFn: ({ signal }) => api.catalog.listEditorMedia({ query: { q, limit: FOUND_MAX } }, { signal }),
    enabled: q !== '',
  });
