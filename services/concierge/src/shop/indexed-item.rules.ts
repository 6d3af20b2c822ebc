import type { JoinedMediaType, MediaItem } from '@satrangi/contracts';

/** What is kept of an item in memory: facts to filter and rank by. Titles and prices of replies are read again. */
export type IndexedItem = {
  readonly id: string;
  readonly mediaType: JoinedMediaType;
  readonly language: string;
  readonly priceINR: number | null;
  readonly isFree: boolean;
  readonly isForSale: boolean;
  readonly featured: boolean;
  readonly rating: number;
  readonly createdAt: string;
  /** Pages of a text, or minutes: what "short" compares, within one kind. */
  readonly length: number | null;
  readonly titles: readonly string[];
  readonly creator: string;
  readonly tags: readonly string[];
  readonly genres: readonly string[];
};

export const entryOf = (item: MediaItem): IndexedItem => ({
  id: item._id,
  mediaType: item.mediaType,
  language: item.language.toLowerCase().split('-', 1)[0] ?? '',
  priceINR: item.priceINR,
  isFree: item.isFree,
  isForSale: item.isForSale,
  featured: item.featured,
  rating: item.ratingAverage ?? 0,
  createdAt: item.createdAt,
  length: item.pages ?? item.duration,
  titles: [item.title, ...(item.altTitle?.split('·') ?? [])].map((title) => title.trim()).filter(Boolean),
  creator: item.creator,
  tags: item.tags,
  genres: item.genres,
});
