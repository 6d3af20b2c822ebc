/** The rows of a list. */
export type LiveList<Row> = {
  /** The filter, order and page that were requested. */
  readonly scope: string;
  /** undefined while they are loading. */
  readonly rows: readonly Row[] | undefined;
  /** How many rows all pages have. */
  readonly total: number;
};

/** A change that is held. @property fresh how many more rows there are now; 0 when the list changed otherwise */
export type HeldChange = { readonly fresh: number };

export type MergeRule<Row> = {
  readonly isHeld: boolean;
  readonly rowKey: (row: Row) => string;
  /** The value that decides the place of a row, when the browser sorts. */
  readonly placeOf?: ((row: Row) => string) | undefined;
};

/**
 * What a list shows after a refetch. While it is held, its rows stay the same ones in the same order; new values of rows
 * that stay in their place are shown at once.
 */
export const mergeLiveRows = <Row>(
  shown: LiveList<Row>,
  incoming: LiveList<Row>,
  { isHeld, rowKey, placeOf = () => '' }: MergeRule<Row>,
): { readonly list: LiveList<Row>; readonly held: HeldChange | null } => {
  const canMove = !isHeld || shown.scope !== incoming.scope || !shown.rows?.length || !incoming.rows;
  if (canMove) return { list: incoming, held: null };
  const { rows = [] } = shown;
  const next = incoming.rows ?? [];
  const byKey = new Map(next.map((row) => [rowKey(row), row]));
  const staysAt = (row: Row, index: number): boolean => {
    const other = next[index];
    return other !== undefined && rowKey(other) === rowKey(row) && placeOf(other) === placeOf(row);
  };
  if (next.length === rows.length && rows.every(staysAt)) return { list: incoming, held: null };
  const kept = rows.map((row) => {
    const changed = byKey.get(rowKey(row));
    return changed !== undefined && placeOf(changed) === placeOf(row) ? changed : row;
  });
  const known = new Set(rows.map(rowKey));
  const hasNew = next.some((row) => !known.has(rowKey(row)));
  return {
    list: { ...shown, rows: kept },
    held: { fresh: hasNew ? Math.max(0, incoming.total - shown.total) : 0 },
  };
};

/** The value by which a list is sorted, for `placeOf`. @param sort `title`, `-title`: a field of the rows */
export const sortedValue =
  (sort: string) =>
  (row: object): string =>
    String(Reflect.get(row, sort.replace(/^-/, '')));

/** The key of a row with an `_id` of the services. */
export const idOf = ({ _id }: { readonly _id: string }): string => _id;
