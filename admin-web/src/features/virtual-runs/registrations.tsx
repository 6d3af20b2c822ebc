import type { Registration } from '@satrangi/contracts';
import { Button, ErrorNote, Icon, plusIcon } from '@satrangi/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { readPaging, useAddress, useOpened } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';
import { DataTable } from '../../lib/data-table.tsx';
import { Drawer } from '../../lib/drawer.tsx';
import { SheetTools, saveAnswer } from '../../lib/exports.tsx';
import { counted } from '../../lib/format.ts';
import { idOf } from '../../lib/live-rows.ts';
import { Pager } from '../../lib/pager.tsx';
import { Picker } from '../../lib/picker.tsx';
import { SaveViewButton } from '../../lib/save-view.tsx';
import { SearchBox } from '../../lib/search-box.tsx';
import { useSelection } from '../../lib/selection.tsx';
import { TabHead } from '../../lib/tab-head.tsx';
import { useLiveRows } from '../../lib/use-live-rows.ts';
import { useSavedViews } from '../../lib/use-saved-views.ts';
import type { CountRows } from '../../lib/view-counts.ts';
import { Filters, Views } from '../../lib/views.tsx';
import { useBulkRegistrations } from './bulk-registrations.tsx';
import { InlineEditProvider } from './inline-edit.tsx';
import { RegistrationDrawer } from './registration-drawer.tsx';
import { columns } from './run-columns.tsx';
import { isNewKey, isState, newKey, registrationsQuery, stateLabels } from './run-queries.ts';
import { Unmatched } from './unmatched.tsx';
import styles from './virtual-runs.module.css';

const NewRegistration = lazy(async () => ({
  default: (await import('./registration-form.tsx')).NewRegistration,
}));
const EventForm = lazy(async () => ({ default: (await import('./event-form.tsx')).EventForm }));

/** As large tables (checklist ADM-45). */
const USUAL_SIZE = 50;

const viewFields = ['state'];

const nameOf = ({ displayName }: Registration): string => displayName;

/** A saved address of registrations has no search. */
const countRegistrations: CountRows = async (get, signal) => {
  const state = get('state');
  const query = { page: 1, pageSize: 1, ...(isState(state) ? { state } : {}) };
  return (await api['virtual-run'].listRegistrations({ query }, { signal })).total;
};

type RegistrationFiltersProps = {
  filter: { readonly q: string; readonly state: string };
  change: ReturnType<typeof useAddress>['change'];
};

function RegistrationFilters({ filter, change }: RegistrationFiltersProps) {
  return (
    <Filters
      names={viewFields}
      search={
        <SearchBox label="Search name, email, phone, page" value={filter.q} onSearch={(q) => change({ q })} />
      }
    >
      <Picker
        label="Status"
        value={filter.state}
        options={[['', 'All'], ...Object.entries(stateLabels)]}
        onPick={(next) => change({ state: next })}
      />
    </Filters>
  );
}

type NoRegistrationsProps = {
  isFiltered: boolean;
  onClear: () => void;
  onNew: () => void;
};

function NoRegistrations({ isFiltered, onClear, onNew }: NoRegistrationsProps) {
  return (
    <div className={styles.empty}>
      <p>{isFiltered ? 'No registration is like that.' : 'Nobody has registered yet.'}</p>
      <Button size="s" onClick={isFiltered ? onClear : onNew}>
        {isFiltered ? 'Show all registrations' : 'Add registration'}
      </Button>
    </div>
  );
}

type OpenedDrawerProps = {
  opened: string;
  rows: readonly Registration[] | undefined;
  keys: readonly string[];
  isLoading: boolean;
};

/** What `open=` names: a new registration, the event, or a registration. */
function OpenedDrawer({ opened, rows, keys, isLoading }: OpenedDrawerProps) {
  return (
    <>
      {isNewKey(opened) && (
        <Drawer title="Add a registration" keys={[]}>
          <Suspense fallback={<p role="status">Loading …</p>}>
            <NewRegistration key={opened} />
          </Suspense>
        </Drawer>
      )}
      {opened === 'event' && (
        <Drawer title="Event" keys={[]}>
          <Suspense fallback={<p role="status">Loading …</p>}>
            <EventForm />
          </Suspense>
        </Drawer>
      )}
      {opened && opened !== 'event' && !isNewKey(opened) && (
        <RegistrationDrawer
          key={opened}
          registration={rows?.find(({ _id }) => _id === opened)}
          isLoading={isLoading}
          keys={keys}
        />
      )}
    </>
  );
}

/** Registrations of the run, its event, and money without a runner (checklist ADM-26 to ADM-28). */
export function Registrations() {
  const { get, change } = useAddress();
  const { opened, open } = useOpened();
  const saved = useSavedViews(viewFields, countRegistrations);
  const state = get('state');
  const filter = {
    q: get('q'),
    state: isState(state) ? state : ('' as const),
    ...readPaging(get, USUAL_SIZE),
  };
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery(registrationsQuery(filter));
  const hasFailed = isError && !isFetching;
  const { rows, live } = useLiveRows({
    rows: data?.rows,
    total: data?.total,
    isPlaceholder: isPlaceholderData,
    rowKey: idOf,
    noun: 'registration',
    isOpen: opened !== '',
  });
  const keys = rows?.map(idOf) ?? [];
  const selection = useSelection(keys, nameOf);
  const client = useQueryClient();
  const bulk = useBulkRegistrations(selection, rows ?? [], () => {
    client.invalidateQueries({ queryKey: ['run'] }).catch(() => undefined);
  });
  const isFiltered = filter.q !== '' || filter.state !== '';

  return (
    <>
      <TabHead title="Virtual Runs" fact={data && counted(data.total, 'registration')}>
        <SheetTools
          noun="registration"
          sync={() => api['virtual-run'].syncRegistrations()}
          write={() => saveAnswer('registrations', api['virtual-run'].downloadRegistrations())}
        />
        <Button size="s" onClick={() => open('event')}>
          Event
        </Button>
        <Button size="s" tone="primary" onClick={() => open(newKey())}>
          <Icon shape={plusIcon} size="s" /> Add registration
        </Button>
      </TabHead>
      <Views saved={saved} />
      <RegistrationFilters filter={filter} change={change} />
      {hasFailed && <ErrorNote onRetry={() => void refetch()}>Failed to fetch registrations</ErrorNote>}
      {bulk.panel}
      <InlineEditProvider rows={rows ?? []}>
        <DataTable
          name="registrations"
          label="Registrations"
          columns={columns}
          rows={rows ?? (hasFailed ? [] : undefined)}
          rowKey={idOf}
          tools={<SaveViewButton saved={saved} />}
          live={live}
          selection={selection}
          bulk={bulk.bar}
          onOpen={({ _id }) => open(_id)}
          empty={
            hasFailed ? null : (
              <NoRegistrations
                isFiltered={isFiltered}
                onClear={() => change({ q: null, state: null })}
                onNew={() => open(newKey())}
              />
            )
          }
        />
      </InlineEditProvider>
      {data && <Pager page={filter.page} size={filter.size} total={data.total} />}
      <Unmatched />
      <OpenedDrawer opened={opened} rows={rows} keys={keys} isLoading={data === undefined && !hasFailed} />
    </>
  );
}
