import { Button, ErrorNote, Skeleton } from '@satrangi/kit';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { BookCard } from '../../lib/book-card.tsx';
import { catalogQueries, type EbookSearch } from '../../lib/catalog-queries.ts';
import styles from './results.module.css';

const countText = (total: number): string => (total === 1 ? '1 eBook' : `${total} eBooks`);

function Waiting() {
  return (
    <div role="status" aria-label="Loading eBooks">
      <div className={styles.count}>
        <Skeleton width="6rem" />
      </div>
      <div className={styles.grid}>
        {Array.from({ length: 10 }, (_, place) => place).map((place) => (
          <div key={place}>
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

/** The books that fit a search, a page at a time. Show more adds to them without moving what is on screen. */
export function Results({ search, onClear }: { search: EbookSearch; onClear: () => void }) {
  const books = useInfiniteQuery({ ...catalogQueries.search(search), placeholderData: keepPreviousData });
  const end = useRef<HTMLParagraphElement>(null);
  const hadFocus = useRef(false);

  // The button that loads the last page goes away; whoever pressed it keeps a place.
  useEffect(() => {
    if (hadFocus.current && !books.hasNextPage && !books.isFetching) {
      hadFocus.current = false;
      end.current?.focus({ preventScroll: true });
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
        <p ref={end} tabIndex={-1}>
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
