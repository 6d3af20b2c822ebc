import { Button } from '@satrangi/kit';
import { type ReactNode, useId, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { useAddress } from './address.ts';
import styles from './views.module.css';

export type View = {
  readonly name: string;
  readonly label: string;
  readonly count?: number | string | undefined;
};

/** The views of a list, in `view=` of the address. The first one is shown without it. A view begins without filters. */
export function Views({ views }: { views: readonly View[] }) {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const current = params.get('view') || views[0]?.name;
  const addressOf = (name: string): string => {
    const fields = new URLSearchParams();
    const tab = params.get('tab');
    if (tab) fields.set('tab', tab);
    if (name !== views[0]?.name) fields.set('view', name);
    return `${pathname}?${fields}`;
  };
  return (
    <nav aria-label="Views" className={styles.views}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without markers */}
      <ul role="list">
        {views.map(({ name, label, count }) => (
          <li key={name}>
            <Link to={addressOf(name)} aria-current={name === current ? 'page' : undefined}>
              {label}
              {count !== undefined && <span className="num"> {count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * Search and pickers of a list, whose values are in the address. A phone shows the search, and the pickers behind a
 * button with the number of those in use. Clear is there while one of them narrows the list.
 */
export function Filters({
  search,
  names = [],
  children,
}: {
  search: ReactNode;
  /** The fields of the address that the pickers set. */
  names?: readonly string[];
  children?: ReactNode;
}) {
  const { get, change } = useAddress();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const used = names.filter((name) => get(name) !== '').length;
  const clear = (): void => change(Object.fromEntries(['q', ...names].map((name) => [name, null])));
  return (
    <div className={styles.filters}>
      {search}
      {children && (
        <>
          <Button
            size="s"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {used > 0 ? `Filters (${used})` : 'Filters'}
          </Button>
          <div id={id} className={styles.pickers} data-open={isOpen}>
            {children}
          </div>
        </>
      )}
      {(used > 0 || get('q') !== '') && (
        <button type="button" className={styles.clear} onClick={clear}>
          Clear
        </button>
      )}
    </div>
  );
}
