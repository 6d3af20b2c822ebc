import { Button, ErrorNote, Skeleton } from '@satrangi/kit';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { BookCard } from '../../lib/book-card.tsx';
import { catalogQueries, type EbookSearch } from '../../lib/catalog-queries.ts';
import { Link } from '../../lib/link.tsx';
import { paths, withQuery } from '../../lib/paths.ts';
import styles from './results.module.css';

const countText = (total: number): string => (total === 1 ? '1 eBook' : `${total} eBooks`);

function Waiting() {
  return (
    <div role="status" aria-label="Loading eBooks">
      <div className={styles.count}>
        <Skeleton width="6rem" />
      </div>
      <div className={styles.grid}>
        {Array.from({ length: 10 }, (_, index) => index).map((index) => (
          <div key={index}>
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

/** Search results, one page at a time. Show more appends to them. */
export function Results({ search, onClear }: { search: EbookSearch; onClear: () => void }) {
  const books = useInfiniteQuery({ ...catalogQueries.search(search), placeholderData: keepPreviousData });
  const countLine = useRef<HTMLParagraphElement>(null);
  const hadFocus = useRef(false);

  // The button disappears with the last page, so focus moves to the count.
  useEffect(() => {
    if (hadFocus.current && !books.hasNextPage && !books.isFetching) {
      hadFocus.current = false;
      countLine.current?.focus({ preventScroll: true });
    }
  }, [books.hasNextPage, books.isFetching]);

  if (books.isPending) return <Waiting />;
  if (books.isError && !books.data)
    return <ErrorNote onRetry={books.refetch}>Failed to load eBooks</ErrorNote>;

  const items = books.data.pages.flatMap((page) => page.items);
  const total = books.data.pages[0]?.total ?? 0;
  if (items.length === 0)
    return (
      <div className={styles.empty}>
        <p role="status">No eBooks found matching your criteria.</p>
        {search.q && (
          <p>
            <Link to={withQuery(paths.search, { q: search.q })}>
              Search everything for “<bdi>{search.q}</bdi>”
            </Link>
          </p>
        )}
        <Button onClick={onClear}>Clear filters</Button>
      </div>
    );

  return (
    <div aria-busy={books.isPlaceholderData}>
      <p className={styles.count} role="status">
        {countText(total)}
      </p>
      <ul className={styles.grid} data-stale={books.isPlaceholderData || undefined}>
        {items.map((item) => (
          <li key={item._id}>
            <BookCard item={item} as="h2" showsFormat />
          </li>
        ))}
      </ul>
      <div className={styles.more}>
        <p ref={countLine} tabIndex={-1}>
          {items.length} of {countText(total)} shown
        </p>
        {books.isFetchNextPageError && <ErrorNote>Failed to load eBooks</ErrorNote>}
        {books.hasNextPage && (
          <Button
            aria-disabled={books.isFetchingNextPage}
            onClick={() => {
              if (books.isFetchingNextPage) return;
              hadFocus.current = true;
              books.fetchNextPage().catch(() => undefined);
            }}
          >
            Show more
          </Button>
        )}
      </div>
    </div>
  );
}
