import type { EditorItem } from '@satrangi/contracts';
import { FEATURED_MAX, labelOfMany, mediaTypes } from '@satrangi/contracts/pure';
import { queryOptions } from '@tanstack/react-query';
import { type PageSize, readPaging } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';
import { MATCHING_SIZE } from '../../lib/bulk-progress.ts';
import type { CountRows } from '../../lib/view-counts.ts';

type Query = NonNullable<NonNullable<Parameters<typeof api.catalog.listEditorMedia>[0]>['query']>;

export type MediaView = {
  readonly name: string;
  readonly label: string;
  readonly query: Query;
  /** Its number is shown beside it: what waits for an editor, or has a limit. Each number is a call. */
  readonly isCounted?: true;
};

/** The views of the list. */
export const mediaViews: readonly MediaView[] = [
  { name: 'all', label: 'All', query: {} },
  ...mediaTypes.map((kind) => ({
    name: kind.stored,
    label: labelOfMany(kind),
    query: { mediaType: kind.stored },
  })),
  { name: 'featured', label: 'Featured', query: { featured: 'true' }, isCounted: true },
  { name: 'links', label: 'Link problems', query: { driveState: 'problem' }, isCounted: true },
  { name: 'unsold', label: 'Not for sale', query: { forSale: 'false' }, isCounted: true },
];

/** The fields of the address that choose the rows. */
export type ListAddress = {
  readonly view: string;
  readonly q: string;
  readonly type: string;
  readonly collection: string;
  readonly price: string;
  readonly language: string;
  readonly sort: string;
  readonly page: number;
  readonly size: PageSize;
};

export const readListAddress = (get: (name: string) => string): ListAddress => ({
  view: get('view') || (get('tab') === 'ebooks' ? 'ebook' : 'all'),
  q: get('q'),
  type: get('type'),
  collection: get('collection'),
  price: get('price'),
  language: get('language'),
  sort: get('sort'),
  ...readPaging(get, 20),
});

const sorts: readonly string[] = ['title', '-title', 'price', '-price'];
const pages: Readonly<Record<string, string>> = {
  'digital-library': 'Digital Library',
  archives: 'Archives',
};

const queryOf = ({ view, q, type, collection, price, language, sort }: ListAddress): Query => ({
  ...(q ? { q } : {}),
  ...(mediaTypes.some(({ stored }) => stored === type) ? { mediaType: type } : {}),
  ...(pages[collection] ? { page: pages[collection] } : {}),
  ...(price === 'free' ? { free: 'true' as const } : price === 'paid' ? { free: 'false' as const } : {}),
  ...(language ? { language } : {}),
  ...(sorts.includes(sort) ? { sort: sort as 'title' } : {}),
  ...mediaViews.find(({ name }) => name === view)?.query,
});

export const mediaListQuery = (address: ListAddress) => {
  const { page, size } = address;
  const query = { ...queryOf(address), limit: size, offset: (page - 1) * size };
  return queryOptions({
    queryKey: ['media', 'list', query],
    queryFn: ({ signal }) => api.catalog.listEditorMedia({ query }, { signal }),
    placeholderData: (before) => before,
  });
};

/** The views with a number. */
export const countedViews = mediaViews.filter(({ isCounted }) => isCounted);

/** All items of a filter. Acts read them in the order in which the service keeps them, which no act changes. */
export const matchingMedia = (address: ListAddress, sort = '') => {
  const query = queryOf({ ...address, sort });
  return {
    scope: JSON.stringify(query),
    count: async (signal: AbortSignal): Promise<number> =>
      (await api.catalog.listEditorMedia({ query: { ...query, limit: 1, offset: 0 } }, { signal })).total,
    size: MATCHING_SIZE,
    readPage: async (page: number): Promise<readonly EditorItem[]> => {
      const at = { limit: MATCHING_SIZE, offset: page * MATCHING_SIZE };
      return (await api.catalog.listEditorMedia({ query: { ...query, ...at } })).items;
    },
  };
};

/** How many items an address shows. */
export const countMedia: CountRows = (get, signal) => matchingMedia(readListAddress(get)).count(signal);

/** How many items a view has. */
export const viewCountQuery = ({ name, query }: MediaView) =>
  queryOptions({
    queryKey: ['media', 'count', name],
    queryFn: async ({ signal }) =>
      (await api.catalog.listEditorMedia({ query: { ...query, limit: 1, offset: 0 } }, { signal })).total,
  });

/** `Featured 2 of 3`. */
export const countText = (name: string, count: number): string =>
  name === 'featured' ? `${count} of ${FEATURED_MAX}` : String(count);

export const isFeaturedFull = (count: number | undefined): boolean => (count ?? 0) >= FEATURED_MAX;
