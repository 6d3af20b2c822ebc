import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { FilterBar } from '../lib/media-search/filter-bar.tsx';
import { type MediaSearch, readSearch, writeSearch } from '../lib/media-search/filters.ts';
import { KindResults } from '../lib/media-search/kind-results.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
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

/** Results of the search in the header, by kind. Each filter is a step of the history: Back undoes one. */
export function SearchPage() {
  const [params, setParams] = useSearchParams();
  const search = readSearch(params);
  const change = (next: MediaSearch): void => setParams(writeSearch(next), { preventScrollReset: true });
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title="Search" description="Search every book, film, recording and magazine." />
      <PageHeading className={styles.title}>{headingOf(search)}</PageHeading>
      <section className={styles.column} aria-label="Filters">
        <Suspense>
          <FilterFields search={search} onChange={change} />
        </Suspense>
      </section>
      <div className={styles.results}>
        <FilterBar search={search} hasColumn onChange={change} />
        <KindResults search={search} onChange={change} />
      </div>
    </div>
  );
}
