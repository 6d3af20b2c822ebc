import type { MediaItem } from '@satrangi/contracts';

/** Traits that are shown as they are stored. */
export const storedTraits = [
  '_id',
  'title',
  'altTitle',
  'director',
  'narrator',
  'speaker',
  'cast',
  'language',
  'formats',
  'collection',
  'featured',
  'genres',
  'tags',
  'issueNumber',
  'createdAt',
] as const satisfies readonly (keyof MediaItem)[];

const traitNames = [
  ...storedTraits,
  'mediaType',
  'creator',
  'author',
  'duration',
  'priceINR',
  'isFree',
  'isForSale',
  'pages',
] as const satisfies readonly (keyof MediaItem)[];

/** What orders, filters, searches and facets compare: kept in memory for every item, the rest of an item for some. */
export type ItemTraits = Pick<MediaItem, (typeof traitNames)[number]>;

export const traitsOf = (item: ItemTraits): ItemTraits => {
  const traits: Partial<Record<keyof ItemTraits, unknown>> = {};
  for (const name of traitNames) traits[name] = item[name];
  // the loop loses the type of each field
  return traits as ItemTraits;
};
