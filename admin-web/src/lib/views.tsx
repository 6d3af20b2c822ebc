import type { ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
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

/** Search and pickers of a list. `onClear` is there while one of them narrows the list. */
export function Filters({ children, onClear }: { children: ReactNode; onClear?: (() => void) | undefined }) {
  return (
    <div className={styles.filters}>
      {children}
      {onClear && (
        <button type="button" className={styles.clear} onClick={onClear}>
          Clear filters
        </button>
      )}
    </div>
  );
}
