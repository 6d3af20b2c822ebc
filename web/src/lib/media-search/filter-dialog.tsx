import { Button, Dialog } from '@satrangi/kit';
import styles from './filter-bar.module.css';
import { FilterFields } from './filter-fields.tsx';
import type { MediaSearch } from './filters.ts';
import type { SearchedPage } from './search-queries.ts';

/** The filters in a dialog: a sheet on a phone. Each choice is shown behind it at once. */
export function FilterDialog({
  search,
  page,
  onChange,
  onClose,
}: {
  search: MediaSearch;
  page?: SearchedPage;
  onChange: (search: MediaSearch) => void;
  onClose: () => void;
}) {
  return (
    <Dialog open onClose={onClose} title="Filters">
      <FilterFields search={search} {...(page ? { page } : {})} onChange={onChange} />
      <div className={styles.done}>
        <Button tone="primary" wide onClick={onClose}>
          Show results
        </Button>
      </div>
    </Dialog>
  );
}
