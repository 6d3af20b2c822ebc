/** Titles in one row of the home page. */
export const ROW_LENGTH = 6;

/**
 * Titles of each kind in turn, so that no kind fills a row while others have titles.
 * @param from the place of the first title that is taken of each kind; those before it come last. Rows that overlap begin with
 * different titles
 */
export const mixKinds = <T>(kinds: readonly { readonly items: readonly T[] }[], from = 0): T[] => {
  const turned = kinds.map(({ items }) => {
    const start = items.length === 0 ? 0 : from % items.length;
    return [...items.slice(start), ...items.slice(0, start)];
  });
  const longest = Math.max(0, ...turned.map((items) => items.length));
  const turns = Array.from({ length: longest }, (_, turn) => turned.flatMap((items) => items[turn] ?? []));
  return turns.flat().slice(0, ROW_LENGTH);
};
