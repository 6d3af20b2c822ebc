import type { EbookSearch } from '../../lib/catalog-queries.ts';

export const formatChoices = [
  { value: '', label: 'All Formats' },
  { value: 'text', label: 'Digital' },
  { value: 'audio', label: 'Audio' },
] as const;

export const sortChoices = [
  { value: 'newest', label: 'Newest first' },
  { value: 'title', label: 'Title, A to Z' },
  { value: '-title', label: 'Title, Z to A' },
  { value: 'price', label: 'Price, low to high' },
  { value: '-price', label: 'Price, high to low' },
] as const;

const Q_MAX = 120;

const choice = <T extends string>(
  choices: readonly { readonly value: T }[],
  value: string | null,
): T | undefined => choices.find((one) => one.value !== '' && one.value === value)?.value;

/** Parses the search parameters of the address; unknown values are ignored. */
export const readSearch = (params: URLSearchParams): EbookSearch => {
  const q = params.get('q')?.trim().slice(0, Q_MAX);
  const format = choice(formatChoices, params.get('format'));
  const author = params.get('author')?.trim();
  const sort = choice(sortChoices, params.get('sort'));
  return {
    ...(q ? { q } : {}),
    ...(format === 'text' || format === 'audio' ? { format } : {}),
    ...(author ? { author } : {}),
    ...(sort && sort !== 'newest' ? { sort } : {}),
  };
};

/** Search parameters without default values. */
export const writeSearch = (search: EbookSearch): URLSearchParams =>
  new URLSearchParams(
    Object.entries(search).filter(([key, value]) => value && !(key === 'sort' && value === 'newest')),
  );

export type Chip = { readonly label: string; readonly without: EbookSearch };

/** Active filters, each with the search without it. Sorting is not a filter. */
export const chipsOf = (search: EbookSearch): readonly Chip[] => {
  const { q, format, author, ...sorted } = search;
  const all = { ...(q ? { q } : {}), ...(format ? { format } : {}), ...(author ? { author } : {}) };
  const without = (key: keyof typeof all): EbookSearch => {
    const { [key]: _, ...others } = all;
    return { ...others, ...sorted };
  };
  return [
    ...(q ? [{ label: `“${q}”`, without: without('q') }] : []),
    ...(format
      ? [
          {
            label: formatChoices.find(({ value }) => value === format)?.label ?? format,
            without: without('format'),
          },
        ]
      : []),
    ...(author ? [{ label: author, without: without('author') }] : []),
  ];
};
