import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { inColumns, pinOf, type Table } from './table-columns.ts';

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

type Props<Row extends RowData> = {
  table: Table<Row>;
  /** The ids of the columns to show, in their order. */
  shown: readonly string[];
  onSort?: ((sort: string) => void) | undefined;
  /** The box that selects the page. */
  select: ReactNode;
};

/** The names of the columns; a press on one sorts by it. */
export function TableHead<Row extends RowData>({ table, shown, onSort, select }: Props<Row>) {
  return (
    <thead>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id}>
          {select && (
            <th scope="col" data-select>
              {select}
            </th>
          )}
          {inColumns(shown, group.headers).map((header) => {
            const sorted = header.column.getIsSorted();
            const name = <table.FlexRender header={header} />;
            return (
              <th
                key={header.id}
                scope="col"
                data-align={header.column.columnDef.meta?.align}
                data-pin={pinOf(header.column.id, shown[0])}
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
