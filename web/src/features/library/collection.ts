import type { MediaItem } from '@satrangi/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { kinds } from '../../lib/kinds.ts';
import { listMedia } from '../../lib/media-queries.ts';

const soldKinds = ['ebook', 'documentary', 'shortfilm', 'audiostory', 'oralhistory', 'magazine'] as const;
export type SectionKey = 'free' | (typeof soldKinds)[number];

/** The sections of the digital library, in this order (checklist WEB-49), and then the magazines it sells. */
export const sections = [
  { key: 'free', title: 'Free eBooks (Open Access)' },
  ...soldKinds.map((key) => ({ key, title: kinds[key].plural })),
] as const;

/** The items of a section and their total number, shown or not. */
export type SectionData = { readonly items: readonly MediaItem[]; readonly total: number };
export type Collection = Readonly<Record<SectionKey, SectionData>>;

const fetchSection = async (key: SectionKey): Promise<SectionData> => {
  if (key !== 'free') return listMedia(key, { page: 'Digital Library' });
  const { items } = await api.catalog.listFreeEbooks();
  return { items, total: items.length };
};

/**
 * The data of the whole page. It has its own query key: the page reloads once a moment after a change, instead of
 * once for each message.
 */
export const collectionQuery = () =>
  queryOptions({
    queryKey: ['digital-library'],
    queryFn: async (): Promise<Collection> =>
      Object.fromEntries(
        await Promise.all(sections.map(async ({ key }) => [key, await fetchSection(key)] as const)),
      ) as Collection,
  });

/** Number of distinct titles in `next` that `shown` does not have. */
export const newTitles = (shown: Collection, next: Collection): number => {
  const idsOf = (collection: Collection): Set<string> =>
    new Set(sections.flatMap(({ key }) => collection[key].items.map(({ _id }) => _id)));
  const shownIds = idsOf(shown);
  return [...idsOf(next)].filter((id) => !shownIds.has(id)).length;
};
