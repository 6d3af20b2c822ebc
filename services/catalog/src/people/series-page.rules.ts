import { issueNumberOf, type MediaItem, type PersonAbout, type SeriesPage } from '@satrangi/contracts';
import type { NamedItems } from '../catalog-index/items.rules.ts';
import { worksOf } from './works.rules.ts';

/** By number, in the digits of any script; two issues with one number in the order of their publication. */
const byNumber = (a: MediaItem, b: MediaItem): number =>
  (issueNumberOf(a) ?? 0) - (issueNumberOf(b) ?? 0) ||
  a.createdAt.localeCompare(b.createdAt) ||
  a._id.localeCompare(b._id);

/** The page of a series. */
export const seriesPageOf = ({ name, items }: NamedItems, about: PersonAbout | null): SeriesPage => ({
  name,
  ...(about && { about }),
  total: items.length,
  issues: worksOf(items.toSorted(byNumber)),
});
