import type { JoinedMediaType, SearchCard } from '@satrangi/contracts';
import { Button, ErrorNote, Skeleton } from '@satrangi/kit';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useId, useRef } from 'react';
import { itemLivePrefixes } from '../item-live-prefixes.ts';
import { kinds as headings } from '../kinds.ts';
import { Link } from '../link.tsx';
import { paths } from '../paths.ts';
import { useLiveReload } from '../use-live-reload.ts';
import { Cards, type Level } from './cards.tsx';
import { countText } from './count-text.ts';
import { chipsOf, type MediaSearch, searchPath, withFilter } from './filters.ts';
import styles from './kind-results.module.css';
import { type SearchedPage, searchQueries } from './search-queries.ts';
import { WidenSearch } from './widen-search.tsx';

/** Loaded only when one kind is chosen. */
const OneKind = lazy(async () => ({ default: (await import('./one-kind.tsx')).OneKind }));

/** Loaded only for few results, and for none. */
const FewResults = lazy(async () => ({ default: (await import('./few-results.tsx')).FewResults }));
const TitlesToBegin = lazy(async () => ({
  default: (await import('../titles-to-begin.tsx')).TitlesToBegin,
}));

const loadingCards = [1, 2, 3, 4, 5, 6];

function Waiting() {
  return (
    <div role="status" aria-label="Searching">
      <div className={styles.count}>
        <Skeleton width="6rem" />
      </div>
      <div className={styles.grid}>
        {loadingCards.map((card) => (
          <div key={card}>
            <Skeleton ratio="2 / 3" />
            <div className={styles.waitingWords}>
              <Skeleton width="80%" />
              <Skeleton width="50%" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

function Group({
  kind,
  total,
  level: Heading,
  children,
}: {
  kind: JoinedMediaType;
  total: number;
  level: Level;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.group} aria-labelledby={id}>
      <div className={styles.head}>
        <Heading id={id}>{headings[kind].plural}</Heading>
        <span className="muted num">{total}</span>
      </div>
      {children}
    </section>
  );
}

/** The first items of each kind with a link to all of them, or all items of one kind. */
function Groups({
  kinds,
  search,
  page,
  level,
}: {
  kinds: readonly {
    readonly mediaType: JoinedMediaType;
    readonly total: number;
    readonly items: readonly SearchCard[];
  }[];
  search: MediaSearch;
  page: SearchedPage | undefined;
  level: Level;
}) {
  return kinds.map(({ mediaType: kind, total: count, items }) => (
    <Group key={kind} kind={kind} total={count} level={level}>
      {search.kind ? (
        <Suspense fallback={<Cards items={items} level={level} />}>
          <OneKind search={search} page={page} level={level}>
            <Cards items={items} level={level} />
          </OneKind>
        </Suspense>
      ) : (
        <Cards items={items} level={level} />
      )}
      {!search.kind && count > items.length && (
        <div className={styles.more}>
          <Link to={searchPath(withFilter(search, 'kind', kind))}>
            See all {count} {headings[kind].plural}
          </Link>
        </div>
      )}
    </Group>
  ));
}

function Nothing({
  search,
  children,
  onChange,
}: {
  search: MediaSearch;
  /** What to do about the filters. */
  children: ReactNode;
  onChange: (search: MediaSearch) => void;
}) {
  const isFiltered = chipsOf(search).length > 0;
  return (
    <>
      <div className={styles.empty}>
        <p role="status">
          {search.q ? (
            <>
              Nothing found for “<bdi>{search.q}</bdi>”{isFiltered ? ' with these filters' : ''}.
            </>
          ) : (
            'Nothing matches these filters.'
          )}
        </p>
        <p>
          {isFiltered
            ? 'Remove a filter, or try fewer words.'
            : 'Check the spelling, or try one word of the title or a name.'}
        </p>
        {isFiltered && (
          <div className={styles.widen}>
            {children}
            <Button size="s" onClick={() => onChange(search.q ? { q: search.q } : {})}>
              Clear filters
            </Button>
          </div>
        )}
      </div>
      {!isFiltered && (
        <Suspense>
          <TitlesToBegin />
        </Suspense>
      )}
    </>
  );
}

function Names({
  title,
  names,
  pathOf,
}: {
  title: string;
  names: readonly { readonly name: string; readonly count: number }[];
  pathOf: (name: string) => string;
}) {
  const id = useId();
  if (names.length === 0) return null;
  return (
    <section className={styles.names} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {names.map(({ name, count }) => (
          <li key={name}>
            <Link to={pathOf(name)}>
              <bdi>{name}</bdi>
            </Link>{' '}
            <span className="muted num">{count === 1 ? '1 title' : `${count} titles`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Removes a filter; the button that does so disappears, so focus moves to the count of the new results. */
const useWiden = (search: MediaSearch, isChanging: boolean, onChange: (search: MediaSearch) => void) => {
  const countLine = useRef<HTMLParagraphElement>(null);
  const widened = useRef<string>(undefined);
  useEffect(() => {
    if (isChanging || widened.current !== searchPath(search)) return;
    widened.current = undefined;
    countLine.current?.focus({ preventScroll: true });
  });
  const widen = (next: MediaSearch): void => {
    widened.current = searchPath(next);
    onChange(next);
  };
  return { countLine, widen };
};

/**
 * Results by kind: creators and series, six items of each kind and a link to all of them, or all items of one kind. Few
 * results stand as entries with what they are about.
 */
export function KindResults({
  search,
  page,
  level = 'h2',
  onChange,
}: {
  search: MediaSearch;
  page?: SearchedPage;
  /** The level of the headings of kinds. */
  level?: Level;
  onChange: (search: MediaSearch) => void;
}) {
  const client = useQueryClient();
  const found = useQuery({ ...searchQueries.byKind(search, page), placeholderData: keepPreviousData });
  useLiveReload(itemLivePrefixes, () => void client.invalidateQueries({ queryKey: ['catalog', 'search'] }));
  const { countLine, widen } = useWiden(search, found.isPlaceholderData, onChange);

  if (found.isPending) return <Waiting />;
  if (!found.data)
    return (
      <ErrorNote onRetry={() => void found.refetch()}>
        {navigator.onLine
          ? 'Search is not available right now.'
          : "You're offline. Search works again when you're back."}
      </ErrorNote>
    );
  const { total, isApproximate, kinds, creators, series, few, without } = found.data;
  const showsNames = chipsOf(search).length === 0 && !page;
  const widenSearch = without && (
    <WidenSearch search={search} total={total} without={without} onChange={widen} />
  );
  if (total === 0 && !(showsNames && creators.length + series.length > 0))
    return (
      <Nothing search={search} onChange={onChange}>
        {widenSearch}
      </Nothing>
    );
  return (
    <div className={styles.found} aria-busy={found.isPlaceholderData}>
      <p ref={countLine} className={styles.count} role="status" tabIndex={-1}>
        {isApproximate && search.q ? (
          <>
            No exact match for “<bdi>{search.q}</bdi>”. {total} close {total === 1 ? 'result' : 'results'}:
          </>
        ) : (
          countText(total)
        )}
      </p>
      {showsNames && (
        <>
          <Names title="Creators" names={creators} pathOf={paths.person} />
          <Names title="Series" names={series} pathOf={paths.series} />
        </>
      )}
      {few ? (
        <div className={styles.few}>
          {widenSearch}
          <Suspense fallback={<Cards items={few} level={level} />}>
            <FewResults results={few} level={level} />
          </Suspense>
        </div>
      ) : (
        <Groups kinds={kinds} search={search} page={page} level={level} />
      )}
    </div>
  );
}
