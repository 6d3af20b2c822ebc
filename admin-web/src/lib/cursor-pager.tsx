import { Button } from '@satrangi/kit';
import { useLocation } from 'react-router-dom';
import { useAddress } from './address.ts';
import styles from './data-table.module.css';
import { grouped } from './format.ts';

/** The cursors of the pages before this one, in the history of the browser. */
const cursorsBefore = (state: unknown): readonly string[] => {
  const { before } = (state ?? {}) as { before?: unknown };
  return Array.isArray(before) ? before.filter((each) => typeof each === 'string') : [];
};

/**
 * The way to the next page of a list whose pages are named by cursors: `page=` of the address is the cursor. An address
 * opened from elsewhere has no previous page: then Prev leads to the first one.
 */
export function CursorPager({ total, shown, next }: { total: number; shown: number; next: string | null }) {
  const { get, change } = useAddress();
  const before = cursorsBefore(useLocation().state);
  const page = get('page');
  return (
    <nav className={styles.pager} aria-label="Pages">
      <span role="status" className="num">
        {grouped(shown)} of {grouped(total)}
      </span>
      <span className={styles.steps}>
        <Button
          size="s"
          disabled={page === ''}
          onClick={() => change({ page: before.at(-1) ?? null }, { state: { before: before.slice(0, -1) } })}
        >
          Prev
        </Button>
        <Button
          size="s"
          disabled={next === null}
          onClick={() => change({ page: next }, { state: { before: [...before, page] } })}
        >
          Next
        </Button>
      </span>
    </nav>
  );
}
