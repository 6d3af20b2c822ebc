import { creatorNames, type MediaItem, seriesOf } from '@satrangi/contracts';
import type { CatalogIndex } from '../catalog-index/read-model.ts';
import type { Companion } from './related.rules.ts';

/** The newest items that may share a genre, a language or a subject. */
const NEWEST_MAX = 500;

/** Items that may be related: those of the editors, everything of the same series and by the same people, and the newest. */
export const candidatesFor = (
  index: CatalogIndex,
  item: MediaItem,
  companions: readonly Companion[],
): readonly MediaItem[] => {
  const series = seriesOf(item);
  const all = [
    ...companions.map((companion) => companion.item),
    ...(series === null ? [] : (index.ofSeries(series)?.items ?? [])),
    ...creatorNames(item).flatMap((name) => index.ofName(name)?.items ?? []),
    ...index.matching(undefined, undefined, NEWEST_MAX).found.map((entry) => entry.item),
  ];
  return [...new Set(all)];
};
