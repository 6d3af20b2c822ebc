import { type MediaItem, WIDE_MAX, WORKS_MAX } from '@satrangi/contracts';
import { openingOf } from '../catalog-index/opening.rules.ts';

/** The titles of a role or a series. A few have the beginning of their description. */
export const worksOf = (items: readonly MediaItem[]): (MediaItem & { opening?: string })[] =>
  items.length > WIDE_MAX
    ? items.slice(0, WORKS_MAX)
    : items.map((item) => ({ ...item, opening: openingOf(item.description) }));
