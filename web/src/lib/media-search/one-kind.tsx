import { Button, ErrorNote } from '@satrangi/kit';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { api } from '../api.ts';
import { Cards, type Level } from './cards.tsx';
import { type MediaSearch, queryOf } from './filters.ts';
import styles from './kind-results.module.css';
import type { SearchedPage } from './search-queries.ts';

/** Items of one request. */
const PAGE_SIZE = 24;

const ofKindQuery = (search: MediaSearch, page: SearchedPage | undefined) =>
  infiniteQueryOptions({
    queryKey: ['catalog', 'search', 'of-kind', search, page ?? null],
    queryFn: ({ pageParam, signal }) =>
      api.catalog.search(
        {
          query: {
            ...queryOf(search),
            ...(page ? { page } : {}),
            limit: PAGE_SIZE,
            ...(pageParam ? { cursor: pageParam } : {}),
          },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

/** All results of one kind, one page at a time. Show more appends to them. */
export function OneKind({
  search,
  page,
  level,
  children,
}: {
  /** Shown until all of them have come. */
  children: ReactNode;
  search: MediaSearch;
  page: SearchedPage | undefined;
  level: Level;
}) {
  const found = useInfiniteQuery({ ...ofKindQuery(search, page), placeholderData: keepPreviousData });
  const countLine = useRef<HTMLParagraphElement>(null);
  const hadFocus = useRef(false);
  // the button disappears with the last page, so focus moves to the count
  useEffect(() => {
    if (!hadFocus.current || found.hasNextPage || found.isFetching) return;
    hadFocus.current = false;
    countLine.current?.focus({ preventScroll: true });
  }, [found.hasNextPage, found.isFetching]);
  if (!found.data) return children;
  const items = found.data.pages.flatMap((each) => each.items);
  const total = found.data.pages[0]?.total ?? 0;
  return (
    <>
      <Cards items={items} level={level} />
      {total > items.length || found.data.pages.length > 1 ? (
        <div className={styles.more}>
          <p ref={countLine} tabIndex={-1}>
            {items.length} of {total} shown
          </p>
          {found.isFetchNextPageError && <ErrorNote>Search is not available right now.</ErrorNote>}
          {found.hasNextPage && (
            <Button
              aria-disabled={found.isFetchingNextPage}
              onClick={() => {
                if (found.isFetchingNextPage) return;
                hadFocus.current = true;
                found.fetchNextPage().catch(() => undefined);
              }}
            >
              Show more
            </Button>
          )}
        </div>
      ) : null}
    </>
  );
}
