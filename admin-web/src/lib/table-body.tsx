import { Skeleton } from '@satrangi/kit';
import type { RowData, Row as RowOf } from '@tanstack/react-table';
import { type KeyboardEvent, memo } from 'react';
import styles from './data-table.module.css';
import { RowBox, type Selection } from './selection.tsx';
import { type Column, type features, inColumns, pinOf, type Table } from './table-columns.ts';

const SKELETON_ROWS = 6;

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

export type BodyProps<Row extends RowData> = {
  table: Table<Row>;
  columns: readonly Column<Row>[];
  /** The ids of the columns to show, in their order. */
  shown: readonly string[];
  isLoading: boolean;
  /** The column whose cells open their row. */
  opener: string;
  onOpen?: ((row: Row) => void) | undefined;
  onRowKey: (event: KeyboardEvent, row: Row) => void;
  currentKey?: string | undefined;
  selection?: Selection<Row> | undefined;
};

type CellsProps<Row extends RowData> = Pick<
  BodyProps<Row>,
  'table' | 'columns' | 'shown' | 'opener' | 'onOpen'
> & {
  row: RowOf<typeof features, Row>;
};

function Cells<Row extends RowData>({ row, table, shown, opener, onOpen }: CellsProps<Row>) {
  const cells = inColumns(shown, row.getAllCells()).map((cell) => {
    const { id, columnDef } = cell.column;
    const content = <table.FlexRender cell={cell} />;
    return (
      <td
        key={cell.id}
        data-align={columnDef.meta?.align}
        data-phone={columnDef.meta?.phone}
        data-pin={pinOf(id, shown[0])}
      >
        {id === opener && onOpen && !columnDef.meta?.opensItself ? (
          <button type="button" className={styles.open} onClick={() => onOpen(row.original)}>
            {content}
          </button>
        ) : (
          content
        )}
      </td>
    );
  });
  return <>{cells}</>;
}

/**
 * Cells that are rendered again when their row or the columns change, and not when another row is chosen: a hundred
 * rows take longer than a press of a key may (P84). `table` is another object each time, and `row` belongs to it.
 * `memo` loses the type of the row: the cast gives it back.
 */
const MemoizedCells = memo(
  Cells,
  (before, after) =>
    before.row.original === after.row.original &&
    before.columns === after.columns &&
    before.onOpen === after.onOpen &&
    before.shown.join() === after.shown.join(),
) as typeof Cells;

/** The rows of a table, or placeholders while they load. */
export function TableBody<Row extends RowData>(props: BodyProps<Row>) {
  const { table, columns, shown, isLoading, opener, onOpen, onRowKey, currentKey, selection } = props;
  return (
    <tbody>
      {isLoading && <SkeletonRows columns={shown.length + (selection ? 1 : 0)} />}
      {table.getRowModel().rows.map((row) => (
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
          <MemoizedCells
            row={row}
            table={table}
            columns={columns}
            shown={shown}
            opener={opener}
            onOpen={onOpen}
          />
        </tr>
      ))}
    </tbody>
  );
}
