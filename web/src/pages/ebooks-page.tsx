import { Button, closeIcon, Dialog, filterIcon, Icon, Select } from '@satrangi/kit';
import { useState } from 'react';
import { FilterFields } from '../features/search/filter-fields.tsx';
import { chipsOf, readSearch, sortChoices, writeSearch } from '../features/search/filters.ts';
import { Results } from '../features/search/results.tsx';
import { SearchField } from '../features/search/search-field.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { useAddressSearch } from '../lib/use-address-search.ts';
import styles from './ebooks-page.module.css';

export function EbooksPage() {
  const [search, change] = useAddressSearch(readSearch, writeSearch);
  const [isFiltering, setIsFiltering] = useState(false);
  const { q: _q, ...withoutQ } = search;
  const { sort: _sort, ...withoutSort } = search;
  const clear = (): void => change(search.sort ? { sort: search.sort } : {});
  const chips = chipsOf(search);

  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title="All eBooks" description="Every eBook on the shelf: search by title or author." />
      <PageHeading className={styles.title}>All eBooks</PageHeading>
      <section className={styles.column} aria-label="Filters">
        <FilterFields search={search} onChange={change} />
      </section>
      <div className={styles.books}>
        <search className={styles.bar}>
          <SearchField
            q={search.q ?? ''}
            // words replace each other while they are typed; a filter is a step of the history, which Back undoes
            onSearch={(q) => change({ ...withoutQ, ...(q ? { q } : {}) }, { replace: true })}
          />
          <Button className={styles.open} aria-haspopup="dialog" onClick={() => setIsFiltering(true)}>
            <Icon shape={filterIcon} size="s" />
            Filters
          </Button>
          <Select
            label="Sort"
            hideLabel
            value={search.sort ?? 'newest'}
            onChange={({ target }) => {
              const sort = sortChoices.find(({ value }) => value === target.value)?.value;
              change({ ...withoutSort, ...(sort ? { sort } : {}) });
            }}
          >
            {sortChoices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </search>
        {chips.length > 0 && (
          <ul className={styles.chips} aria-label="Active filters">
            {chips.map(({ label, without }) => (
              <li key={label}>
                <button type="button" onClick={() => change(without)}>
                  <span className="vh">Remove filter </span>
                  {label}
                  <Icon shape={closeIcon} size="s" />
                </button>
              </li>
            ))}
            <li>
              <button type="button" className={styles.clear} onClick={clear}>
                Clear filters
              </button>
            </li>
          </ul>
        )}
        <Results search={search} onClear={clear} />
      </div>
      <Dialog open={isFiltering} onClose={() => setIsFiltering(false)} title="Filters">
        <FilterFields search={search} onChange={change} />
        <div className={styles.done}>
          <Button tone="primary" wide onClick={() => setIsFiltering(false)}>
            Show eBooks
          </Button>
        </div>
      </Dialog>
    </div>
  );
}
