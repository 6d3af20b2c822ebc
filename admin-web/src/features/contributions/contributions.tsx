import type { Contribution } from '@satrangi/contracts';
import { type ContributionSort, contributionSorts } from '@satrangi/contracts/pure';
import { Button, ErrorNote } from '@satrangi/kit';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { readPaging, useAddress } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';
import { DataTable } from '../../lib/data-table.tsx';
import { counted, grouped, timeText } from '../../lib/format.ts';
import { idOf } from '../../lib/live-rows.ts';
import { noteOwnAct } from '../../lib/own-acts.ts';
import { Pager } from '../../lib/pager.tsx';
import { providerText } from '../../lib/provider-text.ts';
import { SaveViewButton } from '../../lib/save-view.tsx';
import { StatusText } from '../../lib/status-text.tsx';
import { TabHead } from '../../lib/tab-head.tsx';
import type { Column } from '../../lib/table-columns.ts';
import { useLiveRows } from '../../lib/use-live-rows.ts';
import { useSavedViews } from '../../lib/use-saved-views.ts';
import { Views } from '../../lib/views.tsx';
import { ContributionMonths } from './contribution-months.tsx';

const columns: Column<Contribution>[] = [
  { id: 'id', accessorKey: '_id', header: 'ID' },
  { id: 'order', accessorKey: 'order', header: 'Order', meta: { phone: 'title' } },
  {
    id: 'provider',
    accessorFn: ({ provider }) => providerText[provider],
    header: 'Provider',
    meta: { phone: 'second' },
  },
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

const isSort = (sort: string): sort is ContributionSort => contributionSorts.some((known) => known === sort);

const contributionsQuery = (query: { sort: ContributionSort; page: number; pageSize: number }) =>
  queryOptions({
    queryKey: ['payments', 'contributions', query],
    queryFn: ({ signal }) => api.payments.searchContributions({ query }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Contributions, newest first, with what each month brought (checklist ADM-33). */
export function Contributions() {
  const { get, change } = useAddress();
  const { page, size } = readPaging(get, 50);
  const named = get('sort');
  const sort = isSort(named) ? named : '-createdAt';
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery(
    contributionsQuery({ sort, page, pageSize: size }),
  );
  const saved = useSavedViews();
  const { rows, live } = useLiveRows({
    rows: data?.contributions,
    total: data?.total,
    isPlaceholder: isPlaceholderData,
    rowKey: idOf,
    noun: 'contribution',
    isOpen: false,
  });
  return (
    <>
      <TabHead title="Contributions" fact={data && counted(data.total, 'contribution')}>
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
      <ContributionMonths />
      {isError && !isFetching && (
        <ErrorNote onRetry={() => void refetch()}>Failed to fetch contributions</ErrorNote>
      )}
      <Views saved={saved} />
      <DataTable
        name="contributions"
        label="Contributions"
        columns={columns}
        rows={isError && !data ? [] : rows}
        tools={<SaveViewButton saved={saved} />}
        live={live}
        sort={sort}
        onSort={(sort) => change({ sort })}
        rowKey={idOf}
        empty={isError ? '' : 'Nobody has contributed yet.'}
      />
      {data && <Pager page={page} size={size} total={data.total} />}
    </>
  );
}
