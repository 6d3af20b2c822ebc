import type { Format, JoinedMediaType } from '@satrangi/contracts';
import { type LengthBand, lengthBands, mediaTypes, priceSteps } from '@satrangi/contracts/pure';
import { kinds } from '../kinds.ts';
import { languageName } from '../language-name.ts';
import { paths } from '../paths.ts';

/** Words and filters of a search, as they stand in the address. */
export type MediaSearch = {
  readonly q?: string;
  readonly kind?: JoinedMediaType;
  readonly language?: string;
  readonly genre?: string;
  readonly length?: LengthBand;
  /** The highest price in rupees. */
  readonly price?: string;
  readonly free?: '1';
  readonly format?: Format;
  readonly creator?: string;
  readonly series?: string;
};
export type FilterName = Exclude<keyof MediaSearch, 'q'>;

const Q_MAX = 120;
const NAME_MAX = 200;
const LANGUAGE_MAX = 35;
const GENRE_MAX = 60;

const lengthNames: Readonly<Record<LengthBand, string>> = {
  short: 'Short: up to 30 minutes or 60 pages',
  medium: 'Medium: up to 90 minutes or 200 pages',
  long: 'Long',
};

const formatNames: Readonly<Record<Format, string>> = {
  text: 'Digital',
  audio: 'Audio',
  video: 'Film',
  archive: 'Archive',
};

/** The value of a filter in words. */
export const filterText: { readonly [F in FilterName]: (value: string) => string } = {
  kind: (value) => kinds[value as JoinedMediaType]?.plural ?? value,
  language: languageName,
  genre: (value) => value,
  length: (value) => lengthNames[value as LengthBand] ?? value,
  price: (value) => `Up to ₹${value}`,
  free: () => 'Free to read, watch or hear',
  format: (value) => formatNames[value as Format] ?? value,
  creator: (value) => value,
  series: (value) => value,
};

const oneOf =
  (values: readonly string[]) =>
  (value: string): boolean =>
    values.includes(value);
const upTo =
  (max: number) =>
  (value: string): boolean =>
    value.length <= max;

const accepts: { readonly [F in FilterName]: (value: string) => boolean } = {
  kind: oneOf(mediaTypes.map(({ joined }) => joined)),
  language: upTo(LANGUAGE_MAX),
  genre: upTo(GENRE_MAX),
  length: oneOf(lengthBands.map(({ value }) => value)),
  price: oneOf(priceSteps.map(String)),
  free: oneOf(['1']),
  format: oneOf(Object.keys(formatNames)),
  creator: upTo(NAME_MAX),
  series: upTo(NAME_MAX),
};
const names = Object.keys(accepts) as FilterName[];

/** Reads a search from an address; unknown values are ignored. */
export const readSearch = (params: URLSearchParams): MediaSearch => {
  const found = names.flatMap((name): [string, string][] => {
    const value = params.get(name)?.trim();
    return value && accepts[name](value) ? [[name, value]] : [];
  });
  const q = params.get('q')?.trim().slice(0, Q_MAX);
  return { ...(q ? { q } : {}), ...Object.fromEntries(found) };
};

/** The parameters of a search; those of others (`q` first) keep their order. */
export const writeSearch = (search: MediaSearch): URLSearchParams =>
  new URLSearchParams(Object.entries(search).filter(([, value]) => value));

/** The search with one filter set, or without it. */
export const withFilter = (search: MediaSearch, name: FilterName, value: string | undefined): MediaSearch => {
  const { [name]: _, ...others } = search;
  return value ? { ...others, [name]: value } : others;
};

/** The address of a search. */
export const searchPath = (search: MediaSearch): string => {
  const query = writeSearch(search).toString();
  return query ? `${paths.search}?${query}` : paths.search;
};

/** Filters that are set, each with the search without it. */
export const chipsOf = (
  search: MediaSearch,
): readonly { readonly name: FilterName; readonly label: string; readonly without: MediaSearch }[] =>
  names.flatMap((name) => {
    const value = search[name];
    return value
      ? [{ name, label: filterText[name](value), without: withFilter(search, name, undefined) }]
      : [];
  });

/** The query of the API for a search. */
export const queryOf = ({ kind, price, free, ...same }: MediaSearch) => ({
  ...same,
  ...(kind ? { mediaType: kind } : {}),
  ...(price ? { maxPriceINR: price } : {}),
  ...(free ? { free: 'true' as const } : {}),
});
