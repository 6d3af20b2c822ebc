import type { SubscriberRow } from '@satrangi/contracts';
import { Button, ErrorNote } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { readPaging, useAddress } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';
import { DataTable } from '../../lib/data-table.tsx';
import { CsvButton, saveAnswer } from '../../lib/exports.tsx';
import { dayText } from '../../lib/format.ts';
import { Pager } from '../../lib/pager.tsx';
import { Panel } from '../../lib/panel.tsx';
import { Picker } from '../../lib/picker.tsx';
import { SaveViewButton } from '../../lib/save-view.tsx';
import { SearchBox } from '../../lib/search-box.tsx';
import type { Column } from '../../lib/table-columns.ts';
import { useSavedViews } from '../../lib/use-saved-views.ts';
import type { CountRows } from '../../lib/view-counts.ts';
import { Filters, Views } from '../../lib/views.tsx';
import { type Filter, subscribersQuery } from './letters-queries.ts';

const states = { active: 'Confirmed', pending: 'Not confirmed' } as const;
const stateOf = (text: string): Filter['state'] => (text === 'active' || text === 'pending' ? text : '');
const day = (at: string | null) => (at ? <time dateTime={at}>{dayText(at)}</time> : '–');

const columns: Column<SubscriberRow>[] = [
  { id: 'email', accessorKey: 'email', header: 'Address', meta: { phone: 'title' } },
  {
    id: 'state',
    header: 'State',
    cell: ({ row }) => states[row.original.state],
    meta: { phone: 'side' },
  },
  { id: 'asked', header: 'Asked', cell: ({ row }) => day(row.original.askedAt), meta: { phone: 'second' } },
  { id: 'confirmed', header: 'Confirmed', cell: ({ row }) => day(row.original.confirmedAt) },
];

const viewFields = ['state'];

/** A saved address of subscribers has no search. */
const countSubscribers: CountRows = async (get, signal) => {
  const state = stateOf(get('state'));
  const query = { pageSize: 1, ...(state ? { state } : {}) };
  return (await api.cms.listSubscribers({ query }, { signal })).total;
};

/** Who requested the newsletter. Addresses are masked; a whole address finds its line. */
export function Subscribers() {
  const { get, change } = useAddress();
  const saved = useSavedViews(viewFields, countSubscribers);
  const filter = {
    q: get('q'),
    state: stateOf(get('state')),
    ...readPaging(get, 20),
  };
  const { data, isError, isFetching, refetch } = useQuery(subscribersQuery(filter));
  const hasFailed = isError && !isFetching;
  const isFiltered = filter.q !== '' || filter.state !== '';
  return (
    <Panel
      title="Subscribers"
      side={<CsvButton write={() => saveAnswer('subscribers', api.cms.downloadSubscribers())} />}
    >
      <Views saved={saved} />
      <Filters
        names={viewFields}
        search={<SearchBox label="Search a whole address" value={filter.q} onSearch={(q) => change({ q })} />}
      >
        <Picker
          label="State"
          value={filter.state}
          options={[['', 'All'], ...Object.entries(states)]}
          onPick={(next) => change({ state: next })}
        />
      </Filters>
      {hasFailed && <ErrorNote onRetry={() => void refetch()}>Failed to load subscribers</ErrorNote>}
      <DataTable
        name="subscribers"
        label="Addresses of subscribers"
        columns={columns}
        rows={data?.results ?? (hasFailed ? [] : undefined)}
        rowKey={({ _id }) => _id}
        tools={<SaveViewButton saved={saved} />}
        empty={
          hasFailed ? null : isFiltered ? (
            <Button size="s" onClick={() => change({ q: null, state: null })}>
              Nobody is like that. Show all subscribers
            </Button>
          ) : (
            'Nobody has asked for the newsletter yet.'
          )
        }
      />
      {data && <Pager page={filter.page} size={filter.size} total={data.total} />}
    </Panel>
  );
}
