import { Button, closeIcon, filterIcon, Icon } from '@satrangi/kit';
import { lazy, Suspense, useState } from 'react';
import styles from './filter-bar.module.css';
import { chipsOf, type MediaSearch } from './filters.ts';
import type { SearchedPage } from './search-queries.ts';

const FilterDialog = lazy(async () => ({ default: (await import('./filter-dialog.tsx')).FilterDialog }));

/** A button that opens the filters, and the filters that are set, each of which can be removed. */
export function FilterBar({
  search,
  page,
  hasColumn = false,
  onChange,
}: {
  search: MediaSearch;
  page?: SearchedPage;
  /** The filters stand in a column on a desktop: the button is for narrower screens. */
  hasColumn?: boolean;
  onChange: (search: MediaSearch) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const chips = chipsOf(search);
  return (
    <div className={styles.bar} data-column={hasColumn}>
      <Button
        className={hasColumn ? styles.narrow : undefined}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon shape={filterIcon} size="s" />
        Filters
      </Button>
      {chips.length > 0 && (
        <ul className={styles.chips} aria-label="Active filters">
          {chips.map(({ name, label, without }) => (
            <li key={name}>
              <button type="button" onClick={() => onChange(without)}>
                <span className="vh">Remove filter </span>
                <bdi>{label}</bdi>
                <Icon shape={closeIcon} size="s" />
              </button>
            </li>
          ))}
          {chips.length > 1 && (
            <li>
              <button
                type="button"
                className={styles.clear}
                onClick={() => onChange(search.q ? { q: search.q } : {})}
              >
                Clear filters
              </button>
            </li>
          )}
        </ul>
      )}
      {isOpen && (
        <Suspense>
          <FilterDialog
            search={search}
            {...(page ? { page } : {})}
            onChange={onChange}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
