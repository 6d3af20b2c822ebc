import type { AnswerOf, catalogApi } from '@satrangi/contracts';
import type { CatalogIndex } from '../catalog-index/read-model.ts';

const ITEMS_MAX = 5;
const CREATORS_MAX = 3;
const SERIES_MAX = 2;

type Suggestions = AnswerOf<(typeof catalogApi)['suggest']>;
type FoundPart = { readonly isApproximate: boolean; readonly length: number };

/** Approximate matches are shown only when nothing matches as typed, in items, creators or series. */
const isShown = (part: FoundPart, all: readonly FoundPart[]): boolean =>
  !part.isApproximate || !all.some(({ isApproximate, length }) => !isApproximate && length > 0);

/** Creators and series for words, without those that are only close to them when anything matches as typed. */
export const findNames = (
  index: CatalogIndex,
  words: string,
  { found, isApproximate }: { readonly isApproximate: boolean; readonly found: readonly unknown[] },
): Pick<Suggestions, 'creators' | 'series'> & { readonly showsItems: boolean } => {
  const creators = index.creatorsNamed(words, CREATORS_MAX);
  const series = index.seriesNamed(words, SERIES_MAX);
  const itemPart = { isApproximate, length: found.length };
  const creatorPart = { isApproximate: creators.isApproximate, length: creators.names.length };
  const seriesPart = { isApproximate: series.isApproximate, length: series.names.length };
  const all = [itemPart, creatorPart, seriesPart];
  return {
    showsItems: isShown(itemPart, all),
    creators: isShown(creatorPart, all) ? [...creators.names] : [],
    series: isShown(seriesPart, all) ? [...series.names] : [],
  };
};

/** A few items, creators and series for words that are being typed; the last word may be unfinished. */
export const suggest = (index: CatalogIndex, words: string): Suggestions => {
  const matching = index.matching(words, undefined, ITEMS_MAX);
  const { showsItems, creators, series } = findNames(index, words, matching);
  return { items: showsItems ? matching.found.map(({ item }) => item) : [], creators, series };
};
