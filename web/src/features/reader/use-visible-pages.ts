import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Book } from './book.ts';
import { pageAfter, type Size, visiblePages } from './page-layout.ts';

/**
 * The visible pages with their sizes: the size of the first page until their own is known. `ahead` is the next page,
 * if any.
 */
export const useVisiblePages = (
  book: Book,
  first: Size,
  { page, two }: { readonly page: number; readonly two: boolean },
) => {
  const [sizes, setSizes] = useState<ReadonlyMap<number, Size>>(() => new Map([[1, first]]));
  const visible = useMemo(() => visiblePages(page, book.pages, two), [page, book.pages, two]);
  const following = pageAfter(page, book.pages, two);

  useEffect(() => {
    let isMounted = true;
    const missing = [...visible, ...(following ? [following] : [])].filter((number) => !sizes.has(number));
    for (const number of missing)
      book.sizeOf(number).then(
        (size) => isMounted && setSizes((before) => new Map(before).set(number, size)),
        () => undefined,
      );
    return () => {
      isMounted = false;
    };
  }, [book, visible, following, sizes]);

  const sizeOf = useCallback((number: number): Size => sizes.get(number) ?? first, [sizes, first]);
  return { visible, following, sizeOf };
};
