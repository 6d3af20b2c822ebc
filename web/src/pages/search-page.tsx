import { Skeleton } from '@satrangi/kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { FilterBar } from '../lib/media-search/filter-bar.tsx';
import { chipsOf, type MediaSearch, readSearch, writeSearch } from '../lib/media-search/filters.ts';
import { KindResults } from '../lib/media-search/kind-results.tsx';
import { searchQueries } from '../lib/media-search/search-queries.ts';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { useAddressSearch } from '../lib/use-address-search.ts';
import styles from './search-page.module.css';

/** A column of its own on a desktop, a sheet on a phone. */
const FilterFields = lazy(async () => ({
  default: (await import('../lib/media-search/filter-fields.tsx')).FilterFields,
}));

/** What a search is about, in words. */
const headingOf = ({ q, creator, series }: MediaSearch) => {
  if (q)
    return (
      <>
        Results for “<bdi>{q}</bdi>”
      </>
    );
  const name = creator ?? series;
  return name ? <bdi>{name}</bdi> : 'Search';
};

type Column = 'shown' | 'hidden' | 'unknown';

/**
 * Whether the filters stand in a column. Beside few or no results they would weigh more than what is found, and choose
 * nothing: a button opens them then. It stays as it is while only filters change, so that focus is never lost.
 */
const useColumn = (search: MediaSearch): Column => {
  const { q = '' } = search;
  const { data, isPlaceholderData } = useQuery({
    ...searchQueries.byKind(search),
    placeholderData: keepPreviousData,
  });
  const [known, setKnown] = useState<{ readonly q: string; readonly column: Column }>();
  if (data && !isPlaceholderData && known?.q !== q) {
    const hasChoice = data.total > 0 && !data.few;
    setKnown({ q, column: hasChoice || chipsOf(search).length > 0 ? 'shown' : 'hidden' });
  }
  return known?.column ?? 'unknown';
};

function WaitingColumn() {
  return (
    <div className={styles.waiting} aria-hidden="true">
      {[1, 2, 3, 4, 5, 6].map((index) => (
        <Skeleton key={index} height="4rem" />
      ))}
    </div>
  );
}

/** Results of the search in the header, by kind. Each filter is a step of the history: Back undoes one. */
export function SearchPage() {
  const [search, change] = useAddressSearch(readSearch, writeSearch);
  const column = useColumn(search);
  return (
    <div className={`wrap ${styles.page}`} data-column={column}>
      <PageHead title="Search" description="Search every book, film, recording and magazine." />
      <PageHeading>{headingOf(search)}</PageHeading>
      {column !== 'hidden' && (
        <section className={styles.column} aria-label="Filters">
          <Suspense fallback={<WaitingColumn />}>
            {column === 'shown' ? <FilterFields search={search} onChange={change} /> : <WaitingColumn />}
          </Suspense>
        </section>
      )}
      <div className={styles.bar}>
        <FilterBar search={search} hasColumn={column !== 'hidden'} onChange={change} />
      </div>
      <div className={styles.results}>
        <KindResults search={search} onChange={change} />
      </div>
    </div>
  );
}
