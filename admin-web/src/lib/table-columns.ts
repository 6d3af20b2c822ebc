import {
  type ColumnDef,
  createPaginatedRowModel,
  createSortedRowModel,
  metaHelper,
  type RowData,
  rowPaginationFeature,
  rowSortingFeature,
  sortFns,
  tableFeatures,
  type useTable,
} from '@tanstack/react-table';

/** Where a cell stands on a phone, whose rows are cards of two lines: the title, what is at its end, or the second line. */
type Phone = 'title' | 'side' | 'second';
type Meta = {
  readonly align?: 'end';
  readonly phone?: Phone;
  /** The first column has its own way to open the row. */
  readonly opensItself?: true;
  /** Its cells open their row; the first column when none is named. */
  readonly opens?: true;
};

export const features = tableFeatures({
  rowPaginationFeature,
  rowSortingFeature,
  paginatedRowModel: createPaginatedRowModel(),
  sortedRowModel: createSortedRowModel(),
  sortFns,
  columnMeta: metaHelper<Meta>(),
});
// biome-ignore lint/suspicious/noExplicitAny: columns of one table have values of different types
export type Column<Row extends RowData> = ColumnDef<typeof features, Row, any>;
export type Table<Row extends RowData> = ReturnType<typeof useTable<typeof features, Row>>;

/** The column with the buttons of a row: the last one. */
const ACTIONS = 'actions';

/** What an admin may do with a column. */
export type ColumnPlace = {
  readonly id: string;
  readonly label: string;
  readonly canHide: boolean;
  readonly canMove: boolean;
};

const idOf = <Row extends RowData>({ id }: Column<Row>): string => id ?? '';

/** The id of the column whose cells open their row. */
export const openerOf = <Row extends RowData>(columns: readonly Column<Row>[]): string => {
  const named = columns.find(({ meta }) => meta?.opens) ?? columns[0];
  return named ? idOf(named) : '';
};

/**
 * What may be done with each column, in the order in which they are written. The first one and the actions stay where
 * they are; these, the one that opens a row and the title of a card are always shown.
 */
export const columnPlaces = <Row extends RowData>(
  columns: readonly Column<Row>[],
): readonly ColumnPlace[] => {
  const opener = openerOf(columns);
  return columns.map((column, index) => {
    const id = idOf(column);
    const isEnd = index === 0 || id === ACTIONS;
    return {
      id,
      label: typeof column.header === 'string' ? column.header : id,
      canMove: !isEnd,
      canHide: !isEnd && id !== opener && column.meta?.phone !== 'title',
    };
  });
};

/** The heads or cells of the columns that are shown, in their order. @param ids of these columns */
export const inColumns = <Part extends { readonly column: { readonly id: string } }>(
  ids: readonly string[],
  parts: readonly Part[],
): readonly Part[] => ids.flatMap((id) => parts.find(({ column }) => column.id === id) ?? []);

/** The edge of a wide table at which a column stays while the others scroll. */
export const pinOf = (id: string, firstId: string | undefined): 'start' | 'end' | undefined => {
  if (id === firstId) return 'start';
  return id === ACTIONS ? 'end' : undefined;
};
