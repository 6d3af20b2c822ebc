import {
  type AnswerOf,
  type catalogApi,
  FEW_MAX,
  GROUP_MAX,
  joinedOf,
  mediaTypes,
} from '@satrangi/contracts';
import { countFacets } from '../catalog-index/facets.rules.ts';
import { baseFilterOf, type Query } from '../catalog-index/items.rules.ts';
import { openingOf } from '../catalog-index/opening.rules.ts';
import type { CatalogIndex } from '../catalog-index/read-model.ts';
import { findNames } from './suggest.ts';

/** The first items of each kind, creators, series, and the counts of every filter. */
export const searchByKind = (
  index: CatalogIndex,
  query: Partial<Query>,
): AnswerOf<(typeof catalogApi)['searchByKind']> => {
  const asked: Query = { limit: GROUP_MAX, sort: 'newest', ...query };
  const kind = asked.mediaType === undefined ? undefined : joinedOf(asked.mediaType);
  const matching = index.matching(asked.q, kind);
  const { found, isApproximate } = matching;
  const names = asked.q
    ? findNames(index, asked.q, matching)
    : { showsItems: true, creators: [], series: [] };
  const isBase = baseFilterOf(asked);
  const { facets, chosen, without } = countFacets(
    isBase ? found.filter(({ traits }) => isBase(traits)) : found,
    asked,
  );
  const kinds = mediaTypes.flatMap(({ joined }) => {
    const ofKind = chosen.filter(({ mediaType }) => mediaType === joined);
    const items = ofKind.slice(0, GROUP_MAX).map(({ item }) => item);
    return items.length === 0 ? [] : [{ mediaType: joined, total: ofKind.length, items }];
  });
  return {
    total: chosen.length,
    isApproximate: isApproximate && chosen.length > 0,
    kinds,
    creators: names.creators,
    series: names.series,
    facets,
    ...(chosen.length > 0 && chosen.length <= FEW_MAX
      ? { few: chosen.map(({ item }) => ({ ...item, opening: openingOf(item.description) })) }
      : {}),
    ...(without.length > 0 ? { without: [...without] } : {}),
  };
};
