import type { MediaItem } from './catalog.media.ts';
import { castName, isPerson, personPath, seriesPath } from './creators.ts';
import { type JoinedMediaType, kindOfJoined } from './media.ts';
import { seriesOf } from './series.ts';

/** The path of an item's page on the storefront. */
export const mediaPath = ({ mediaType, _id }: Pick<MediaItem, 'mediaType' | '_id'>): string => {
  const page = kindOfJoined(mediaType).page;
  return `/${page}/${encodeURIComponent(_id)}`;
};

/** The type of an item for search engines (schema.org). */
export const schemaTypes: Readonly<Record<JoinedMediaType, string>> = {
  ebook: 'Book',
  shortfilm: 'Movie',
  documentary: 'Movie',
  audiostory: 'Audiobook',
  magazine: 'PublicationIssue',
  oralhistory: 'AudioObject',
};

const person = (name: string, origin: string) => ({
  '@type': 'Person',
  name,
  url: origin + personPath(name),
});

/** schema.org defines readBy for audiobooks only, and a person. */
const narration = ({ mediaType, narrator }: MediaItem, origin: string) =>
  mediaType === 'audiostory' && narrator && isPerson(narrator) ? { readBy: person(narrator, origin) } : {};

const partOf = (name: string, { mediaType }: MediaItem, origin: string) => ({
  '@type': mediaType === 'magazine' ? 'Periodical' : 'CreativeWorkSeries',
  name,
  url: origin + seriesPath(name),
});

const seriesData = (item: MediaItem, origin: string) => {
  const name = seriesOf(item);
  return name === null ? {} : { isPartOf: partOf(name, item, origin) };
};

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
  ...(item.director ? { director: person(item.director, origin) } : { author: person(item.author, origin) }),
  ...narration(item, origin),
  actor: item.cast.length > 0 ? item.cast.map((entry) => person(castName(entry), origin)) : undefined,
  ...seriesData(item, origin),
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
