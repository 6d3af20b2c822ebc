import { type RowData, useTable } from '@tanstack/react-table';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef } from 'react';
import styles from './data-table.module.css';
import { PageBox, type Selection } from './selection.tsx';
import { isPressed } from './shortcuts.ts';
import { TableBody } from './table-body.tsx';
import { type Column, columnPlaces, features, openerOf, type Table } from './table-columns.ts';
import { TableHead } from './table-head.tsx';
import { shownColumns, useTableLayout } from './table-layout.ts';
import { TableStrip } from './table-strip.tsx';
import type { LiveRows } from './use-live-rows.ts';

export type TableProps<Row extends RowData> = {
  /** Under which the layout of the table is kept: unique in the back office. */
  readonly name: string;
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
  /** Stands in the place of the strip above the table while rows are chosen. */
  readonly bulk?: ReactNode;
  /** More tools in the strip above the table, before its own. */
  readonly tools?: ReactNode;
  /** What is held while the hand of the admin is on the table, from `useLiveRows`. */
  readonly live?: LiveRows;
};

const NO_ROWS: never[] = [];

/** The table of the props: its rows as they are given, or sorted and cut to a page when `slice` is given. */
const useRows = <Row extends RowData>({
  columns,
  rows,
  rowKey,
  sort = '',
  onSort,
  slice,
}: TableProps<Row>): Table<Row> => {
  const id = sort.replace(/^-/, '');
  return useTable({
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
};

/**
 * The table of every list, on TanStack Table (decision 0081). Its head stays while rows load, when there are none, and
 * when they could not be loaded. J and K move between rows, Enter opens one. Columns and row height are the admin's.
 */
export function DataTable<Row extends RowData>(props: TableProps<Row>) {
  const { name, label, columns, rows, rowKey, empty, onSort, onOpen } = props;
  const { onRowKey: onOwnKey, currentKey, selection, bulk, tools, live } = props;
  const { layout, change } = useTableLayout(name);
  const table = useRows(props);
  const places = columnPlaces(columns);
  const shown = shownColumns(places, layout);
  const onRowKey = (event: KeyboardEvent, row: Row): void => {
    if (event.target === event.currentTarget) onOwnKey?.(event, row);
    if (isPressed(event, 'openRow') && event.target === event.currentTarget && !event.defaultPrevented)
      onOpen?.(row);
    selection?.onKey(event, rowKey(row));
  };
  // the same function each time, so that rows are not rendered again for it
  const opening = useRef(onOpen);
  opening.current = onOpen;
  const openRow = useCallback((row: Row): void => opening.current?.(row), []);
  const frame = useRef<HTMLElement>(null);
  const isSelecting = selection !== undefined && selection.selected.size > 0;
  const setSelecting = live?.setSelecting;
  useEffect(() => setSelecting?.(isSelecting), [setSelecting, isSelecting]);

  return (
    <div ref={live?.root} className={styles.root} {...live?.handProps}>
      <TableStrip
        live={live}
        bulk={isSelecting && bulk}
        frame={frame}
        tools={tools}
        places={places}
        layout={layout}
        onChange={change}
      />
      <section
        ref={frame}
        className={styles.frame}
        data-as-table={layout.isTable || undefined}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <table
          className={styles.table}
          aria-busy={rows === undefined}
          data-selectable={Boolean(selection)}
          data-compact={layout.isCompact || undefined}
        >
          <TableHead
            table={table}
            shown={shown}
            onSort={onSort}
            select={selection && <PageBox selection={selection} />}
          />
          <TableBody
            table={table}
            columns={columns}
            shown={shown}
            isLoading={rows === undefined}
            opener={openerOf(columns)}
            onOpen={onOpen && openRow}
            onRowKey={onRowKey}
            currentKey={currentKey}
            selection={selection}
          />
        </table>
        {rows?.length === 0 && <div className={styles.empty}>{empty}</div>}
      </section>
    </div>
  );
}
