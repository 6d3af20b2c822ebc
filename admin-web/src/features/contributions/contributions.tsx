import type { Contribution } from '@satrangi/contracts';
import { formatMoney } from '@satrangi/contracts/pure';
import { Button, ErrorNote } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { readPaging, useAddress } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';
import { DataTable } from '../../lib/data-table.tsx';
import { Figures } from '../../lib/figures.tsx';
import { counted, grouped, monthText, timeText } from '../../lib/format.ts';
import { idOf, sortedValue } from '../../lib/live-rows.ts';
import { noteOwnAct } from '../../lib/own-acts.ts';
import { Pager } from '../../lib/pager.tsx';
import { SaveViewButton } from '../../lib/save-view.tsx';
import { StatusText } from '../../lib/status-text.tsx';
import { TabHead } from '../../lib/tab-head.tsx';
import type { Column } from '../../lib/table-columns.ts';
import { useLiveRows } from '../../lib/use-live-rows.ts';
import { useSavedViews } from '../../lib/use-saved-views.ts';
import { Views } from '../../lib/views.tsx';
import { monthSums } from './month-sums.ts';

const SUMS_SHOWN = 6;

const columns: Column<Contribution>[] = [
  { id: 'id', accessorKey: '_id', header: 'ID' },
  { id: 'order', accessorKey: 'order', header: 'Order', meta: { phone: 'title' } },
  { id: 'provider', accessorKey: 'provider', header: 'Provider', meta: { phone: 'second' } },
  {
    id: 'status',
    accessorKey: 'status',
    header: 'Status',
    cell: ({ row }) => <StatusText status={row.original.status} />,
    meta: { phone: 'second' },
  },
  {
    id: 'amount',
    accessorKey: 'amount',
    header: 'Amount',
    cell: ({ row }) => <span className="num">{grouped(row.original.amount)}</span>,
    meta: { align: 'end', phone: 'side' },
  },
  { id: 'currency', accessorKey: 'currency', header: 'Currency', meta: { phone: 'side' } },
  {
    id: 'createdAt',
    accessorKey: 'createdAt',
    header: 'Created At',
    cell: ({ row }) => <time dateTime={row.original.createdAt}>{timeText(row.original.createdAt)}</time>,
    meta: { phone: 'second' },
  },
];

/** Contributions, newest first, with what each month brought (checklist ADM-33). */
export function Contributions() {
  const { get, change } = useAddress();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['payments', 'contributions'],
    queryFn: ({ signal }) => api.payments.listContributions(undefined, { signal }),
  });
  const saved = useSavedViews();
  const sort = get('sort') || '-createdAt';
  const { rows, live } = useLiveRows({
    rows: data,
    total: data?.length,
    rowKey: idOf,
    noun: 'contribution',
    isOpen: false,
    placeOf: sortedValue(sort),
  });
  const { page, size } = readPaging(get, 50);
  const sums = data ? monthSums(data).slice(0, SUMS_SHOWN) : [];
  return (
    <>
      <TabHead title="Contributions" fact={data && counted(data.length, 'contribution')}>
        <Button
          size="s"
          onClick={() => {
            noteOwnAct();
            void refetch();
          }}
          disabled={isFetching}
        >
          Reload
        </Button>
      </TabHead>
      {sums.length > 0 && (
        <Figures
          label="Paid by month, after refunds"
          figures={sums.map(({ month, currency, minor, count }) => ({
            label: `${monthText(month)}, ${currency}`,
            value: formatMoney({ minor, currency }),
            base: counted(count, 'contribution'),
          }))}
        />
      )}
      {isError && !isFetching && (
        <ErrorNote onRetry={() => void refetch()}>Failed to fetch contributions</ErrorNote>
      )}
      <Views saved={saved} />
      <DataTable
        name="contributions"
        label="Contributions"
        columns={columns}
        rows={rows}
        tools={<SaveViewButton saved={saved} />}
        live={live}
        slice={{ page, size }}
        sort={sort}
        onSort={(sort) => change({ sort })}
        rowKey={idOf}
        empty="Nobody has contributed yet."
      />
      {data && <Pager page={page} size={size} total={data.length} />}
    </>
  );
}
