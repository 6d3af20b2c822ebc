import type { MediaItem } from '@satrangi/contracts';
import { paths } from '../../lib/paths.ts';
import { siteOrigin } from '../../lib/site.ts';

/** The book for search engines (schema.org Book). `<` is escaped so that no text can end the block. */
export const bookData = (item: MediaItem, origin: string): string =>
  JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Book',
    name: item.title,
    ...(item.altTitle ? { alternateName: item.altTitle } : {}),
    author: { '@type': 'Person', name: item.author },
    inLanguage: item.language,
    description: item.description,
    bookFormat: 'https://schema.org/EBook',
    url: `${origin}${paths.ebook(item._id)}`,
    ...(item.pages ? { numberOfPages: item.pages } : {}),
    ...(item.year ? { datePublished: String(item.year) } : {}),
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
    ...(item.ratingAverage !== null && item.ratingCount > 0
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: item.ratingAverage,
            reviewCount: item.ratingCount,
          },
        }
      : {}),
  }).replaceAll('<', '\\u003c');

export function BookData({ item }: { item: MediaItem }) {
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a data block of our own making, escaped above
      dangerouslySetInnerHTML={{ __html: bookData(item, siteOrigin()) }}
    />
  );
}
