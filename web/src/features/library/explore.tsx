import { Button, ErrorNote, Field, Skeleton } from '@satrangi/kit';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Link } from '../../lib/link.tsx';
import { paths, withQuery } from '../../lib/paths.ts';
import { sections } from './collection.ts';
import styles from './explore.module.css';
import { MediaSection } from './media-section.tsx';
import { searchItems } from './search-items.ts';
import { useCollection } from './use-collection.ts';

const DEBOUNCE_MS = 250;

function Sections({ query }: { query: string }) {
  const { result, shown, newCount, showLatest } = useCollection();
  if (result.isPending)
    return (
      <div role="status" aria-label="Loading digital library" className={styles.waiting}>
        {[1, 2, 3].map((index) => (
          <Skeleton key={index} height="11rem" />
        ))}
      </div>
    );
  if (!result.data)
    return (
      <ErrorNote onRetry={() => void result.refetch()}>Failed to load digital library content</ErrorNote>
    );

  const collection = shown ?? result.data;
  if (sections.every(({ key }) => collection[key].items.length === 0))
    return <p>No books available or server offline.</p>;
  const matches = sections
    .map(({ key, title }) => ({
      key,
      title,
      ...collection[key],
      items: searchItems(collection[key].items, query),
    }))
    .filter(({ items }) => items.length > 0);
  return (
    <div>
      <div className={styles.news} role="status">
        {newCount > 0 && (
          <Button tone="primary" onClick={showLatest}>
            {newCount === 1 ? '1 new title, show' : `${newCount} new titles, show`}
          </Button>
        )}
      </div>
      {matches.length === 0 && (
        <>
          <p role="status">No eBooks found matching your criteria.</p>
          <p>
            <Link to={withQuery(paths.search, { q: query })}>
              Search everything for “<bdi>{query}</bdi>”
            </Link>
          </p>
        </>
      )}
      {matches.map(({ key, title, items, total }) => (
        <MediaSection
          key={key}
          section={key}
          title={title}
          items={items}
          total={query === '' ? total : items.length}
        />
      ))}
    </div>
  );
}

/** The filters, and the items that they choose; loaded after the page. */
const FilteredCollection = lazy(async () => ({
  default: (await import('./filtered-collection.tsx')).FilteredCollection,
}));

/** The whole collection by kind, with a search field and filters, which are kept in the address. */
export function Explore() {
  const [params, setParams] = useSearchParams();
  const query = (params.get('q') ?? '').toLowerCase().trim();
  const [text, setText] = useState(params.get('q') ?? '');
  const [isFiltered, setFiltered] = useState(false);
  useEffect(() => {
    const trimmed = text.trim();
    const timer = setTimeout(() => {
      setParams(
        (previous) => {
          if (trimmed === (previous.get('q') ?? '')) return previous;
          const next = new URLSearchParams(previous);
          if (trimmed === '') next.delete('q');
          else next.set('q', trimmed);
          return next;
        },
        { replace: true, preventScrollReset: true },
      );
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, setParams]);
  return (
    <>
      <div className={styles.tools}>
        <search className={styles.search}>
          <Field
            type="search"
            label="Find in the collection"
            placeholder="Title or author"
            autoComplete="off"
            spellCheck={false}
            maxLength={120}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </search>
        <Suspense fallback={<div className={styles.bar} />}>
          <FilteredCollection onChosen={setFiltered} />
        </Suspense>
      </div>
      {!isFiltered && <Sections query={query} />}
    </>
  );
}
