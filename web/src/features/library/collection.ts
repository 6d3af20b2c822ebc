import type { MediaItem } from '@satrangi/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { listMedia } from '../../lib/media-queries.ts';

/** The shelves of the digital library, in this order. */
export const shelves = [
  { key: 'free', title: 'Free eBooks (Open Access)' },
  { key: 'ebook', title: 'eBooks' },
  { key: 'documentary', title: 'Documentaries' },
  { key: 'shortfilm', title: 'Short Films' },
  { key: 'audiostory', title: 'Audio Stories' },
  { key: 'oralhistory', title: 'Oral Histories' },
] as const;

export type ShelfKey = (typeof shelves)[number]['key'];
/** What stands on a shelf and how many there are, shown or not. */
export type Shelf = { readonly items: readonly MediaItem[]; readonly total: number };
export type Collection = Readonly<Record<ShelfKey, Shelf>>;

/** Whatever is said of an item of these kinds renews the page. */
export const liveStarts = ['ebook-', 'documentary-', 'shortfilm-', 'audiostory-', 'oralhistory-'] as const;

const ask = async (key: ShelfKey): Promise<Shelf> => {
  if (key !== 'free') return listMedia(key, { page: 'Digital Library' });
  const { items } = await api.catalog.listFreeEbooks();
  return { items, total: items.length };
};

/**
 * Everything the digital library shows. Its key is its own: the page reloads it as a whole, a moment after something
 * changed, instead of once for each message.
 */
export const collectionQuery = () =>
  queryOptions({
    queryKey: ['digital-library'],
    queryFn: async (): Promise<Collection> =>
      Object.fromEntries(
        await Promise.all(shelves.map(async ({ key }) => [key, await ask(key)] as const)),
      ) as Collection,
  });

/** Titles of `next` that `shown` does not have, each once. */
export const newTitles = (shown: Collection, next: Collection): number => {
  const idsOf = (collection: Collection): Set<string> =>
    new Set(shelves.flatMap(({ key }) => collection[key].items.map(({ _id }) => _id)));
  const known = idsOf(shown);
  return [...idsOf(next)].filter((id) => !known.has(id)).length;
};
