import type { AdminOrder, orderStates } from '@satrangi/contracts';
import { ErrorNote } from '@satrangi/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { filledFields, readPaging, useAddress, useOpened } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';
import { DataTable } from '../../lib/data-table.tsx';
import { SheetTools, saveAnswer } from '../../lib/exports.tsx';
import { counted } from '../../lib/format.ts';
import { idOf } from '../../lib/live-rows.ts';
import { Pager } from '../../lib/pager.tsx';
import { SaveViewButton } from '../../lib/save-view.tsx';
import { useSelection } from '../../lib/selection.tsx';
import { TabHead } from '../../lib/tab-head.tsx';
import { useLiveRows } from '../../lib/use-live-rows.ts';
import { type SavedViews, useSavedViews } from '../../lib/use-saved-views.ts';
import type { CountRows } from '../../lib/view-counts.ts';
import { Views } from '../../lib/views.tsx';
import { useBulkOrders } from './bulk-orders.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import { OrderFilters } from './order-filters.tsx';
import { orderColumns } from './orders-columns.tsx';
import { matchingOrders, ordersQuery } from './orders-queries.ts';
import { Reconciliations } from './reconciliations.tsx';

type Status = (typeof orderStates)[number];
type ViewSearch = { attention?: 'true'; status?: Status; refund?: 'requested' };

/** The query of each view; a status picked in `All` comes from the address. */
const views: readonly { name: string; label: string; search: ViewSearch }[] = [
  { name: 'all', label: 'All', search: {} },
  { name: 'attention', label: 'Needs attention', search: { attention: 'true' } },
  { name: 'pending', label: 'Pending', search: { status: 'pending' } },
  { name: 'refund-requests', label: 'Refund requests', search: { refund: 'requested' } },
  { name: 'mismatch', label: 'Mismatch', search: { status: 'mismatch' } },
  { name: 'reconciliation', label: 'Reconciliation', search: {} },
];

const NO_FIT = 'No order fits. Search by a whole number, id or address, or clear the filters.';

const nameOf = ({ number }: AdminOrder): string => number;

const fields = ['status', 'purpose', 'provider', 'from', 'to'] as const;

const viewNamed = (name: string) => views.find((view) => view.name === name) ?? views[0];

/** A saved address of orders has no text. */
const countOrders: CountRows = (get, signal) =>
  matchingOrders({ ...filledFields(get, fields), ...viewNamed(get('view'))?.search }).count(signal);

function OrderList({ search, saved }: { search: ViewSearch; saved: SavedViews }) {
  const { get } = useAddress();
  const { opened, open } = useOpened();
  const client = useQueryClient();
  const { page, size } = readPaging(get, 50);
  const picked = filledFields(get, fields);
  const text = get('q');
  const filter = { ...picked, ...search, ...(text ? { text } : {}) };
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery(
    ordersQuery({ ...filter, page, pageSize: size }),
  );
  const { rows, live } = useLiveRows({
    rows: data?.orders,
    total: data?.total,
    isPlaceholder: isPlaceholderData,
    rowKey: idOf,
    noun: 'order',
    isOpen: opened !== '',
  });
  const isNarrowed = text !== '' || Object.keys(picked).length > 0;
  const none = Object.keys(search).length > 0 ? 'No order is in this view.' : 'Nobody has ordered yet.';
  const keys = rows?.map(idOf) ?? [];
  const matching = matchingOrders(filter);
  const selection = useSelection(keys, nameOf, { total: data?.total ?? 0, scope: matching.scope });
  const bulk = useBulkOrders(selection, rows ?? [], matching, () => {
    client.invalidateQueries({ queryKey: ['payments'] }).catch(() => undefined);
  });
  return (
    <>
      <OrderFilters hasStatus={Object.keys(search).length === 0} />
      {isError && !isFetching && <ErrorNote onRetry={() => void refetch()}>Failed to load orders</ErrorNote>}
      {bulk.panel}
      <DataTable
        name="orders"
        label="Orders"
        columns={orderColumns}
        rows={isError && !data ? [] : rows}
        rowKey={idOf}
        onOpen={({ _id }) => open(_id)}
        empty={isError ? '' : isNarrowed ? NO_FIT : none}
        selection={selection}
        bulk={bulk.bar}
        tools={<SaveViewButton saved={saved} />}
        live={live}
      />
      {data && <Pager page={page} size={size} total={data.total} />}
      {opened && (
        <OrderDrawer orderId={opened} keys={keys} listed={rows?.find(({ _id }) => _id === opened)} />
      )}
    </>
  );
}

/** Orders of all purposes, newest first (checklist ADM-17). */
export function Orders() {
  const { get } = useAddress();
  const view = viewNamed(get('view'));
  const saved = useSavedViews(fields, countOrders);
  const waiting = useQuery(ordersQuery({ attention: 'true', pageSize: 1 })).data?.total;
  return (
    <>
      <TabHead title="Orders" fact={waiting ? `${counted(waiting, 'order')} to look at` : undefined}>
        <SheetTools
          noun="order"
          sync={() => api.payments.syncOrders()}
          write={() => saveAnswer('orders', api.payments.downloadOrders())}
        />
      </TabHead>
      <Views
        saved={saved}
        views={views.map(({ name, label }) => ({
          name,
          label,
          count: name === 'attention' ? waiting : undefined,
        }))}
      />
      {view?.name === 'reconciliation' ? (
        <Reconciliations />
      ) : (
        <OrderList key={view?.name} search={view?.search ?? {}} saved={saved} />
      )}
    </>
  );
}
