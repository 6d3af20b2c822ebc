import { Skeleton } from '@satrangi/kit';
import type { RowData, Row as RowOf } from '@tanstack/react-table';
import type { KeyboardEvent } from 'react';
import styles from './data-table.module.css';
import { RowBox, type Selection } from './selection.tsx';
import { type features, inColumns, pinOf, type Table } from './table-columns.ts';

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

function Cells<Row extends RowData>({
  row,
  table,
  shown,
  opener,
  onOpen,
}: Pick<BodyProps<Row>, 'table' | 'shown' | 'opener' | 'onOpen'> & { row: RowOf<typeof features, Row> }) {
  return inColumns(shown, row.getAllCells()).map((cell) => {
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
}

/** The rows of a table, or placeholders while they load. */
export function TableBody<Row extends RowData>(props: BodyProps<Row>) {
  const { table, shown, isLoading, opener, onOpen, onRowKey, currentKey, selection } = props;
  const columns = shown.length + (selection ? 1 : 0);
  return (
    <tbody>
      {isLoading && <SkeletonRows columns={columns} />}
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
          <Cells row={row} table={table} shown={shown} opener={opener} onOpen={onOpen} />
        </tr>
      ))}
    </tbody>
  );
}
