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

/** The item for search engines (schema.org). `<` is escaped so that no text can end the block. */
export const mediaData = (item: MediaItem, origin: string): string =>
  JSON.stringify({
    '@context': 'https://schema.org',
    '@type': schemaTypes[item.mediaType],
    name: item.title,
    ...(item.altTitle ? { alternateName: item.altTitle } : {}),
    ...(item.director ? { director: person(item.director) } : { author: person(item.author) }),
    ...(item.narrator ? { readBy: person(item.narrator) } : {}),
    ...(item.cast.length > 0 ? { actor: item.cast.map(person) } : {}),
    inLanguage: item.language,
    description: item.description,
    url: `${origin}${paths.media(item.mediaType, item._id)}`,
    ...(item.duration === null ? {} : { duration: `PT${Math.max(1, Math.round(item.duration))}M` }),
    ...(item.issueNumber ? { issueNumber: item.issueNumber } : {}),
    ...(item.year === null ? {} : { datePublished: String(item.year) }),
    ...(item.genres.length > 0 ? { genre: item.genres } : {}),
    ...(item.priceINR === null
      ? {}
      : {
          offers: {
            '@type': 'Offer',
            price: item.priceINR,
            priceCurrency: 'INR',
            availability: 'https://schema.org/InStock',
          },
        }),
  }).replaceAll('<', '\\u003c');

export function MediaData({ item }: { item: MediaItem }) {
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a data block of our own making, escaped above
      dangerouslySetInnerHTML={{ __html: mediaData(item, siteOrigin()) }}
    />
  );
}
