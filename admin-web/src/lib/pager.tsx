import { Button } from '@satrangi/kit';
import { type PageSize, pageSizes, useAddress } from './address.ts';
import styles from './data-table.module.css';

/** Which rows these are, and the way to others, in `page=` and `size=` of the address. */
export function Pager({ page, size, total }: { page: number; size: PageSize; total: number }) {
  const { change } = useAddress();
  const first = Math.min(total, (page - 1) * size + 1);
  const last = Math.min(total, page * size);
  return (
    <nav className={styles.pager} aria-label="Pages">
      <span role="status" className="num">
        {first}–{last} of {total}
      </span>
      <label>
        Rows{' '}
        <select value={size} onChange={({ target }) => change({ size: target.value })}>
          {pageSizes.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <span className={styles.steps}>
        <Button size="s" disabled={page <= 1} onClick={() => change({ page: String(page - 1) })}>
          Prev
        </Button>
        <Button size="s" disabled={last >= total} onClick={() => change({ page: String(page + 1) })}>
          Next
        </Button>
      </span>
    </nav>
  );
}
