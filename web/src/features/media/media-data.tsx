import type { JoinedMediaType, MediaItem } from '@satrangi/contracts';
import { paths } from '../../lib/paths.ts';
import { siteOrigin } from '../../lib/site.ts';

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

/** The item for search engines (schema.org). What it has not got is left out. */
const dataOf = (item: MediaItem, origin: string) => ({
  '@context': 'https://schema.org',
  '@type': schemaTypes[item.mediaType],
  name: item.title,
  alternateName: item.altTitle || undefined,
  ...(item.director ? { director: person(item.director) } : { author: person(item.author) }),
  readBy: item.narrator ? person(item.narrator) : undefined,
  actor: item.cast.length > 0 ? item.cast.map(person) : undefined,
  inLanguage: item.language,
  description: item.description,
  url: `${origin}${paths.media(item.mediaType, item._id)}`,
  duration: item.duration === null ? undefined : `PT${Math.max(1, Math.round(item.duration))}M`,
  issueNumber: item.issueNumber || undefined,
  datePublished: item.year === null ? undefined : String(item.year),
  genre: item.genres.length > 0 ? item.genres : undefined,
  offers: item.priceINR === null ? undefined : offer(item.priceINR),
  aggregateRating: item.ratingAverage !== null && item.ratingCount > 0 ? rating(item) : undefined,
  ...(item.mediaType === 'ebook'
    ? { bookFormat: 'https://schema.org/EBook', numberOfPages: item.pages ?? undefined }
    : {}),
});

/** `<` is escaped, so that no text can end the block. */
export function MediaData({ item }: { item: MediaItem }) {
  const data = JSON.stringify(dataOf(item, siteOrigin())).replaceAll('<', '\\u003c');
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a data block of our own making, escaped above
      dangerouslySetInnerHTML={{ __html: data }}
    />
  );
}
