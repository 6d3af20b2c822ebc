import { Select } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { catalogQueries, type EbookSearch } from '../../lib/catalog-queries.ts';
import { Link } from '../../lib/link.tsx';
import { paths, withQuery } from '../../lib/paths.ts';
import styles from './filter-fields.module.css';
import { formatChoices } from './filters.ts';

/**
 * Filters by format and author, in the column on a desktop and in the sheet on a phone; the search has the others.
 */
export function FilterFields({
  search,
  onChange,
}: {
  search: EbookSearch;
  onChange: (search: EbookSearch) => void;
}) {
  const authors = useQuery(catalogQueries.authors());
  const name = useId();
  const { format: _format, author: _author, ...others } = search;
  const names = authors.data ?? [];
  const options = search.author && !names.includes(search.author) ? [search.author, ...names] : names;

  return (
    <div className={styles.fields}>
      <fieldset>
        <legend>Format</legend>
        {formatChoices.map(({ value, label }) => (
          <label key={value} className={styles.radio}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={(search.format ?? '') === value}
              onChange={() =>
                onChange({
                  ...others,
                  ...(search.author ? { author: search.author } : {}),
                  ...(value ? { format: value } : {}),
                })
              }
            />
            {label}
          </label>
        ))}
      </fieldset>
      <Select
        label="Author"
        value={search.author ?? ''}
        onChange={({ target }) =>
          onChange({
            ...others,
            ...(search.format ? { format: search.format } : {}),
            ...(target.value ? { author: target.value } : {}),
          })
        }
      >
        <option value="">All authors</option>
        {options.map((author) => (
          <option key={author}>{author}</option>
        ))}
      </Select>
      <Link
        className={styles.more}
        to={withQuery(paths.search, {
          ...(search.q ? { q: search.q } : {}),
          kind: 'ebook',
          ...(search.format ? { format: search.format } : {}),
          ...(search.author ? { creator: search.author } : {}),
        })}
      >
        Filter by language, genre, length or price
      </Link>
    </div>
  );
}
