import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Book } from './book.ts';
import { openingOf, pageAfter, type Size } from './openings.ts';

/**
 * The pages that lie open with their sizes: from the start as large as the first page, then as large as they are.
 * `ahead` is the page that comes next, if any.
 */
export const useOpening = (
  book: Book,
  first: Size,
  { page, two }: { readonly page: number; readonly two: boolean },
) => {
  const [sizes, setSizes] = useState<ReadonlyMap<number, Size>>(() => new Map([[1, first]]));
  const opening = useMemo(() => openingOf(page, book.pages, two), [page, book.pages, two]);
  const ahead = pageAfter(page, book.pages, two);

  useEffect(() => {
    let isHere = true;
    const wanted = [...opening, ...(ahead ? [ahead] : [])].filter((number) => !sizes.has(number));
    for (const number of wanted)
      book.sizeOf(number).then(
        (size) => isHere && setSizes((before) => new Map(before).set(number, size)),
        () => undefined,
      );
    return () => {
      isHere = false;
    };
  }, [book, opening, ahead, sizes]);

  const sizeOf = useCallback((number: number): Size => sizes.get(number) ?? first, [sizes, first]);
  return { opening, ahead, sizeOf };
};
