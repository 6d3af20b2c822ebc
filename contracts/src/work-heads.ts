import type { Work } from './catalog.works.ts';
import { kindOfJoined } from './media.ts';
import type { PageHead, SiteSettings } from './page-head.ts';
import { mediaPath, schemaTypes } from './structured-data.ts';

/** Titles in the HTML of a page; the sitemap has all of them. */
const LISTED_MAX = 60;

const labelOf = ({ mediaType }: Work): string => kindOfJoined(mediaType).label;

/** Titles as links for browsers without JavaScript. */
export const workLinks = (works: readonly Work[]): NonNullable<PageHead['links']> =>
  works.slice(0, LISTED_MAX).map((work) => ({
    path: mediaPath(work),
    text: `${work.title}, ${labelOf(work)}`,
    language: work.language,
  }));

/** Titles as structured data (schema.org). */
export const workParts = (works: readonly Work[], { origin }: SiteSettings) =>
  works.slice(0, LISTED_MAX).map((work) => ({
    '@type': schemaTypes[work.mediaType],
    name: work.title,
    url: origin + mediaPath(work),
    inLanguage: work.language,
  }));
