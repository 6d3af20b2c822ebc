import { Button, Skeleton } from '@satrangi/kit';
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
  useTable,
} from '@tanstack/react-table';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { type PageSize, pageSizes, useAddress } from './address.ts';
import styles from './data-table.module.css';
import { PageBox, RowBox, type Selection } from './selection.tsx';
import type { LiveRows } from './use-live-rows.ts';

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

const features = tableFeatures({
  rowPaginationFeature,
  rowSortingFeature,
  paginatedRowModel: createPaginatedRowModel(),
  sortedRowModel: createSortedRowModel(),
  sortFns,
  columnMeta: metaHelper<Meta>(),
});
// biome-ignore lint/suspicious/noExplicitAny: columns of one table have values of different types
export type Column<Row extends RowData> = ColumnDef<typeof features, Row, any>;

export type TableProps<Row extends RowData> = {
  /** What the rows are, read out with the table. */
  readonly label: string;
  readonly columns: Column<Row>[];
  /** undefined while they are loading. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  /** What is shown instead of no rows. */
  readonly empty: ReactNode;
  /** `createdAt`, `-createdAt`: the sorted column, as in the address. Without `onSort` the rows keep their order. */
  readonly sort?: string;
  readonly onSort?: (sort: string) => void;
  /** The page to show, when `rows` are all rows; without it the server has chosen them. */
  readonly slice?: { readonly page: number; readonly size: number };
  readonly onOpen?: (row: Row) => void;
  /** Keys of a row that has the focus itself, besides those of the table. */
  readonly onRowKey?: (event: KeyboardEvent, row: Row) => void;
  /** The row whose content is shown beside the table. */
  readonly currentKey?: string;
  /** Rows can be chosen: by a box, by X, Shift+X from the last one on, Ctrl+A for the page. */
  readonly selection?: Selection<Row>;
  /** Stands in the place of the head strip while rows are chosen. */
  readonly bulk?: ReactNode;
  /** What is held while the hand of the admin is on the table, from `useLiveRows`. */
  readonly live?: LiveRows;
};

const SKELETON_ROWS = 6;
const ariaSort = { asc: 'ascending', desc: 'descending' } as const;
const NO_ROWS: never[] = [];

type Table<Row extends RowData> = ReturnType<typeof useTable<typeof features, Row>>;
type HeadProps<Row extends RowData> = {
  table: Table<Row>;
  onSort?: ((sort: string) => void) | undefined;
  first: ReactNode;
};

function TableHead<Row extends RowData>({ table, onSort, first }: HeadProps<Row>) {
  return (
    <thead>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id}>
          {first}
          {group.headers.map((header) => {
            const sorted = header.column.getIsSorted();
            const name = <table.FlexRender header={header} />;
            return (
              <th
                key={header.id}
                scope="col"
                data-align={header.column.columnDef.meta?.align}
                aria-sort={sorted ? ariaSort[sorted] : undefined}
              >
                {onSort && header.column.getCanSort() ? (
                  <button
                    type="button"
                    onClick={() => onSort(sorted === 'asc' ? `-${header.column.id}` : header.column.id)}
                  >
                    {name}
                    <span aria-hidden="true">{sorted ? (sorted === 'asc' ? '▲' : '▼') : ''}</span>
                  </button>
                ) : (
                  name
                )}
              </th>
            );
          })}
        </tr>
      ))}
    </thead>
  );
}

/** Rows of the final height while the real ones load. */
function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: SKELETON_ROWS }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders never change
    <tr key={row}>
      <td colSpan={columns} data-phone="title">
        <Skeleton height="1.2rem" />
      </td>
    </tr>
  ));
}

/** Says what is held, and shows it. Its place is kept free, so that the rows below do not move. */
function NewsBar({ live: { news, show }, frame }: { live: LiveRows; frame: RefObject<HTMLElement | null> }) {
  return (
    <div className={styles.news} data-news={news !== '' || undefined}>
      <span role="status">{news}</span>
      {news && (
        <Button
          size="s"
          onClick={({ detail }) => {
            show();
            // by keyboard: the button goes, and the focus stays at the list
            if (detail === 0) frame.current?.focus();
          }}
        >
          Show
        </Button>
      )}
    </div>
  );
}

/**
 * The table of every list, on TanStack Table (decision 0081). Its head stays while rows load, when there are none, and
 * when they could not be loaded. J and K move between rows, Enter opens one.
 */
export function DataTable<Row extends RowData>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, empty, sort = '', onSort, slice } = props;
  const { onOpen, onRowKey: onOwnKey, currentKey, selection, bulk, live } = props;
  const id = sort.replace(/^-/, '');
  const table = useTable({
    features,
    columns,
    data: (rows as Row[] | undefined) ?? NO_ROWS,
    getRowId: rowKey,
    enableSorting: onSort !== undefined,
    manualPagination: slice === undefined,
    manualSorting: slice === undefined,
    state: {
      sorting: id ? [{ id, desc: sort.startsWith('-') }] : [],
      pagination: { pageIndex: (slice?.page ?? 1) - 1, pageSize: slice?.size ?? (rows?.length || 1) },
    },
  });
  const onRowKey = (event: KeyboardEvent, row: Row): void => {
    if (event.target === event.currentTarget) onOwnKey?.(event, row);
    if (event.key === 'Enter' && event.target === event.currentTarget && !event.defaultPrevented)
      onOpen?.(row);
    selection?.onKey(event, rowKey(row));
  };
  const frame = useRef<HTMLElement>(null);
  const isSelecting = selection !== undefined && selection.selected.size > 0;
  const setSelecting = live?.setSelecting;
  useEffect(() => setSelecting?.(isSelecting), [setSelecting, isSelecting]);
  const opener = Math.max(
    0,
    columns.findIndex(({ meta }) => meta?.opens),
  );
  const shown = table.getRowModel().rows;

  return (
    <div ref={live?.root} {...live?.handProps}>
      {live && <NewsBar live={live} frame={frame} />}
      <section
        ref={frame}
        className={styles.frame}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {isSelecting && bulk}
        <table className={styles.table} aria-busy={rows === undefined} data-selectable={Boolean(selection)}>
          <TableHead
            table={table}
            onSort={onSort}
            first={
              selection && (
                <th scope="col" data-select>
                  <PageBox selection={selection} />
                </th>
              )
            }
          />
          <tbody>
            {rows === undefined && <SkeletonRows columns={columns.length + (selection ? 1 : 0)} />}
            {shown.map((row) => (
              <tr
                key={row.id}
                data-row={row.id}
                aria-current={row.id === currentKey || undefined}
                data-selected={selection?.selected.has(row.id) || undefined}
                tabIndex={-1}
                onKeyDown={(event) => onRowKey(event, row.original)}
              >
                {selection && (
                  <td data-select data-phone="select">
                    <RowBox selection={selection} rowKey={row.id} row={row.original} />
                  </td>
                )}
                {row.getAllCells().map((cell, index) => {
                  const { meta } = cell.column.columnDef;
                  const content = <table.FlexRender cell={cell} />;
                  return (
                    <td key={cell.id} data-align={meta?.align} data-phone={meta?.phone}>
                      {index === opener && onOpen && !meta?.opensItself ? (
                        <button type="button" className={styles.open} onClick={() => onOpen(row.original)}>
                          {content}
                        </button>
                      ) : (
                        content
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
        {rows?.length === 0 && <div className={styles.empty}>{empty}</div>}
      </section>
    </div>
  );
}

/** Which rows these are, and the way to others, in `page=` and `size=` of the address. */
export function Pager({ page, size, total }: { page: number; size: PageSize; total: number }) {
  const { change } = useAddress();
  const first = Math.min(total, (page - 1) * size + 1);
  const last = Math.min(total, page * size);
  return (
    <nav className={styles.pager} aria-label="Pages">
      <span role="status" className="num">
        {first}–{last} of {total}
      </span>
      <label>
        Rows{' '}
        <select value={size} onChange={({ target }) => change({ size: target.value })}>
          {pageSizes.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <span className={styles.steps}>
        <Button size="s" disabled={page <= 1} onClick={() => change({ page: String(page - 1) })}>
          Prev
        </Button>
        <Button size="s" disabled={last >= total} onClick={() => change({ page: String(page + 1) })}>
          Next
        </Button>
      </span>
    </nav>
  );
}
