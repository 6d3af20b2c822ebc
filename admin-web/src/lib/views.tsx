import { Button, Icon, IconButton, pencilIcon } from '@satrangi/kit';
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { useAddress } from './address.ts';
import { DeletedView } from './deleted-view.tsx';
import type { SavedViews } from './use-saved-views.ts';
import { useIsSeen, useViewCounts } from './view-counts.ts';
import styles from './views.module.css';

const ViewsDialog = lazy(async () => ({ default: (await import('./saved-view-dialogs.tsx')).ViewsDialog }));

export type View = {
  readonly name: string;
  readonly label: string;
  readonly count?: number | string | undefined;
};

const ALL: readonly View[] = [{ name: 'all', label: 'All' }];

/** The number of rows beside the name of a view. */
function Count({ of: count }: { of: number | string | undefined }) {
  return count === undefined ? null : <span className="num"> {count}</span>;
}

/** The saved views as links, and the way to rename and delete them. */
function SavedLinks({ saved, isSeen }: { saved: SavedViews; isSeen: boolean }) {
  const { tab, views, current, count } = saved;
  const counts = useViewCounts(tab, views, { count, isSeen });
  return views.map(({ name, address }) => (
    <li key={name}>
      <Link to={`/?${address}`} aria-current={name === current?.name ? 'page' : undefined}>
        {name}
        <Count of={counts[name]} />
      </Link>
    </li>
  ));
}

/**
 * The views of a list: the fixed ones, in `view=` of the address, then those that the admin saved. The first one is
 * shown without a name in the address. A fixed view begins without filters. A list without fixed views has its row only
 * when the admin saved some.
 */
export function Views({ views: fixed = ALL, saved }: { views?: readonly View[]; saved: SavedViews }) {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const [isManaging, setManaging] = useState(false);
  const row = useRef<HTMLElement>(null);
  const isSeen = useIsSeen(row);
  const present = params.get('view') || fixed[0]?.name;
  const addressOf = (name: string): string => {
    const fields = new URLSearchParams();
    const tab = params.get('tab');
    if (tab) fields.set('tab', tab);
    if (name !== fixed[0]?.name) fields.set('view', name);
    return `${pathname}?${fields}`;
  };
  const isShown = fixed.length > 1 || saved.views.length > 0;
  return (
    <>
      {isShown && (
        <nav ref={row} aria-label="Views" className={styles.views}>
          {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without markers */}
          <ul role="list">
            {fixed.map(({ name, label, count }) => (
              <li key={name}>
                <Link
                  to={addressOf(name)}
                  aria-current={name === present && !saved.current ? 'page' : undefined}
                >
                  {label}
                  <Count of={count} />
                </Link>
              </li>
            ))}
            <SavedLinks saved={saved} isSeen={isSeen} />
          </ul>
          {saved.views.length > 0 && (
            <IconButton label="Rename or delete views" onClick={() => setManaging(true)}>
              <Icon shape={pencilIcon} size="s" />
            </IconButton>
          )}
        </nav>
      )}
      {!isManaging && saved.removed && <DeletedView saved={saved} takesFocus={false} />}
      {isManaging && (
        <Suspense>
          <ViewsDialog saved={saved} onClose={() => setManaging(false)} />
        </Suspense>
      )}
    </>
  );
}

type Props = {
  search?: ReactNode;
  /** The fields of the address that the pickers set. */
  names?: readonly string[];
  children?: ReactNode;
};

/**
 * Search and pickers of a list, whose values are in the address. A phone shows the search, and the pickers behind a
 * button with the number of those in use. Clear is there while one of them narrows the list.
 */
export function Filters({ search, names = [], children }: Props) {
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
