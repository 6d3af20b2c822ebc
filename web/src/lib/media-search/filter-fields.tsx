import { Select } from '@satrangi/kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import styles from './filter-fields.module.css';
import { type FilterName, filterText, type MediaSearch, withFilter } from './filters.ts';
import { type SearchedPage, searchQueries } from './search-queries.ts';

type Choice = { readonly value: string; readonly count: number };

const labels = {
  kind: ['Kind', 'All kinds'],
  language: ['Language', 'All languages'],
  genre: ['Genre', 'All genres'],
  length: ['Length', 'Any length'],
  price: ['Price', 'Any price'],
  format: ['Format', 'All formats'],
} as const satisfies Partial<Record<FilterName, readonly [string, string]>>;

/** One filter with the number of items that each value shows. The chosen value stays even without items. */
function FilterSelect({
  name,
  value = '',
  choices,
  onChoose,
}: {
  name: keyof typeof labels;
  value: string | undefined;
  choices: readonly Choice[];
  onChoose: (value: string) => void;
}) {
  const [label, all] = labels[name];
  const listed = choices.some((choice) => choice.value === value) || value === '';
  return (
    <Select label={label} value={value} onChange={({ target }) => onChoose(target.value)}>
      <option value="">{all}</option>
      {!listed && <option value={value}>{filterText[name](value)}</option>}
      {choices.map(({ value: each, count }) => (
        <option key={each} value={each}>
          {`${filterText[name](each)} (${count})`}
        </option>
      ))}
    </Select>
  );
}

const asText = (
  choices: readonly { readonly value: string | number; readonly count: number }[] = [],
): Choice[] => choices.map(({ value, count }) => ({ value: String(value), count }));

/** Filters by kind, language, genre, length, price, free and format. */
export function FilterFields({
  search,
  page,
  onChange,
}: {
  search: MediaSearch;
  page?: SearchedPage;
  onChange: (search: MediaSearch) => void;
}) {
  const { data } = useQuery({ ...searchQueries.byKind(search, page), placeholderData: keepPreviousData });
  const facets = data?.facets;
  const select = (name: keyof typeof labels, choices: Parameters<typeof asText>[0]) => (
    <FilterSelect
      key={name}
      name={name}
      value={search[name]}
      choices={asText(choices)}
      onChoose={(value) => onChange(withFilter(search, name, value))}
    />
  );
  return (
    <div className={styles.fields}>
      {select('kind', facets?.mediaType)}
      {select('language', facets?.language)}
      {select('genre', facets?.genre)}
      {select('length', facets?.length)}
      {select('price', facets?.maxPriceINR)}
      {select('format', facets?.format)}
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={search.free === '1'}
          onChange={({ target }) => onChange(withFilter(search, 'free', target.checked ? '1' : undefined))}
        />
        {filterText.free('1')}
        {facets && <span className="muted num">({facets.free})</span>}
      </label>
    </div>
  );
}
