import type { MediaItem } from './catalog.media.ts';
import { type JoinedMediaType, mediaTypes } from './media.ts';

/** The path of an item's page on the storefront. */
export const mediaPath = ({ mediaType, _id }: Pick<MediaItem, 'mediaType' | '_id'>): string => {
  const page = mediaTypes.find(({ joined }) => joined === mediaType)?.page ?? 'media';
  return `/${page}/${encodeURIComponent(_id)}`;
};

const schemaTypes: Readonly<Record<JoinedMediaType, string>> = {
  ebook: 'Book',
  shortfilm: 'Movie',
  documentary: 'Movie',
  audiostory: 'Audiobook',
  magazine: 'PublicationIssue',
  oralhistory: 'AudioObject',
};

const person = (name: string) => ({ '@type': 'Person', name });

const offer = (priceINR: number) => ({
  '@type': 'Offer',
  price: priceINR,
  priceCurrency: 'INR',
  availability: 'https://schema.org/InStock',
});

const rating = ({ ratingAverage, ratingCount }: MediaItem) => ({
  '@type': 'AggregateRating',
  ratingValue: ratingAverage,
  reviewCount: ratingCount,
});

/** The item as structured data for search engines (schema.org), without unknown values. */
export const mediaStructuredData = (item: MediaItem, origin: string): object => ({
  '@context': 'https://schema.org',
  '@type': schemaTypes[item.mediaType],
  name: item.title,
  alternateName: item.altTitle || undefined,
  ...(item.director ? { director: person(item.director) } : { author: person(item.author) }),
  readBy: item.narrator && item.mediaType === 'audiostory' ? person(item.narrator) : undefined,
  actor: item.cast.length > 0 ? item.cast.map(person) : undefined,
  inLanguage: item.language,
  description: item.description,
  url: origin + mediaPath(item),
  duration: item.duration === null ? undefined : `PT${Math.max(1, Math.round(item.duration))}M`,
  issueNumber: item.issueNumber || undefined,
  datePublished: item.year === null ? undefined : String(item.year),
  genre: item.genres.length > 0 ? item.genres : undefined,
  isAccessibleForFree: item.isFree,
  offers: item.priceINR === null ? undefined : offer(item.priceINR),
  aggregateRating: item.ratingAverage !== null && item.ratingCount > 0 ? rating(item) : undefined,
  ...(item.mediaType === 'ebook'
    ? { bookFormat: 'https://schema.org/EBook', numberOfPages: item.pages ?? undefined }
    : {}),
});
