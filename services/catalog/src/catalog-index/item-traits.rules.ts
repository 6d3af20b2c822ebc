import type { MediaItem } from '@satrangi/contracts';

const traitNames = [
  '_id',
  'mediaType',
  'title',
  'altTitle',
  'creator',
  'author',
  'director',
  'narrator',
  'speaker',
  'cast',
  'language',
  'priceINR',
  'isFree',
  'isForSale',
  'formats',
  'collection',
  'featured',
  'genres',
  'tags',
  'issueNumber',
  'duration',
  'pages',
  'createdAt',
] as const satisfies readonly (keyof MediaItem)[];

/** What orders, filters, searches and facets compare: kept in memory for every item, the rest of an item for some. */
export type ItemTraits = Pick<MediaItem, (typeof traitNames)[number]>;

export const traitsOf = (item: ItemTraits): ItemTraits => {
  const traits: Partial<Record<keyof ItemTraits, unknown>> = {};
  for (const name of traitNames) traits[name] = item[name];
  // the loop loses the type of each field
  return traits as ItemTraits;
};
