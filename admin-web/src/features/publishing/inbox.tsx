import type { Submission } from '@satrangi/contracts';
import { type SubmissionStatus, submissionStatuses, submissionStatusLabels } from '@satrangi/contracts/pure';
import { Button, buttonLook, ErrorNote } from '@satrangi/kit';
import { useStore } from '@satrangi/kit/browser/use-store';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readPaging, useAddress, useOpened } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';
import { DataTable } from '../../lib/data-table.tsx';
import { counted, dayText, timeText } from '../../lib/format.ts';
import { heldActs, isHeldBack } from '../../lib/held-back.ts';
import { HeldBackStrip } from '../../lib/held-back-strip.tsx';
import { idOf } from '../../lib/live-rows.ts';
import { Pager } from '../../lib/pager.tsx';
import { Picker } from '../../lib/picker.tsx';
import { SaveViewButton } from '../../lib/save-view.tsx';
import { SearchBox } from '../../lib/search-box.tsx';
import { useSelection } from '../../lib/selection.tsx';
import { TabHead } from '../../lib/tab-head.tsx';
import type { Column } from '../../lib/table-columns.ts';
import { useLiveRows } from '../../lib/use-live-rows.ts';
import { useSavedViews } from '../../lib/use-saved-views.ts';
import type { CountRows } from '../../lib/view-counts.ts';
import { Filters, Views } from '../../lib/views.tsx';
import { useBulkMoves } from './bulk-moves.tsx';
import styles from './publishing.module.css';
import { HELD_PREFIX, submissionsQuery } from './publishing-queries.ts';
import { SubmissionPane } from './submission-pane.tsx';
import { SubmissionState } from './submission-state.tsx';
import { mediaLabel, shortened } from './submission-words.ts';
import { useSteps } from './use-steps.ts';

const columns: Column<Submission>[] = [
  { id: 'title', accessorKey: 'title', header: 'Title', meta: { phone: 'title' } },
  { id: 'author', accessorKey: 'name', header: 'Author', meta: { phone: 'second' } },
  {
    id: 'media',
    header: 'Media',
    cell: ({ row }) => <span className={styles.day}>{mediaLabel(row.original.media)}</span>,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ row }) => <SubmissionState status={row.original.status} />,
    meta: { phone: 'side' },
  },
  {
    id: 'received',
    header: 'Received',
    cell: ({ row: { original } }) => (
      <time className={styles.day} dateTime={original.createdAt} title={timeText(original.createdAt)}>
        {dayText(original.createdAt)}
      </time>
    ),
    meta: { phone: 'second' },
  },
  {
    id: 'description',
    header: 'Description',
    cell: ({ row }) => <span className={styles.description}>{shortened(row.original.description)}</span>,
  },
];

const isStatus = (text: string): text is SubmissionStatus =>
  (submissionStatuses as readonly string[]).includes(text);

const viewFields = ['status'];

/** A saved address of submissions has no search. The smallest page of this list is 10. */
const countSubmissions: CountRows = async (get, signal) => {
  const status = get('status');
  const query = { pageSize: '10', ...(isStatus(status) ? { status } : {}) } as const;
  return (await api.publishing.listSubmissions({ query }, { signal })).total;
};

type Props = {
  filter: { readonly search: string; readonly status: string };
  change: ReturnType<typeof useAddress>['change'];
};

function SubmissionFilters({ filter, change }: Props) {
  return (
    <Filters
      names={viewFields}
      search={
        <SearchBox
          label="Search title, author, address, text"
          value={filter.search}
          onSearch={(q) => change({ q })}
        />
      }
    >
      <Picker
        label="Status"
        value={filter.status}
        options={[
          ['', 'All'],
          ...submissionStatuses.map((each) => [each, submissionStatusLabels[each]] as const),
        ]}
        onPick={(next) => change({ status: next })}
      />
    </Filters>
  );
}

function NoSubmissions({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered)
    return (
      <div className={styles.empty}>
        <p>No submission is like that.</p>
        <Button size="s" onClick={onClear}>
          Show all submissions
        </Button>
      </div>
    );
  return (
    <div className={styles.empty}>
      <p>Nobody has sent in a work yet.</p>
      <a {...buttonLook({ size: 's' })} href="/publishing">
        Open the form for authors
      </a>
    </div>
  );
}

/** Submissions, newest first, and the one that is open beside or instead of them (checklist ADM-15). */
export function Publishing() {
  const { get, change } = useAddress();
  const { opened, open, close } = useOpened();
  const held = useStore(heldActs);
  const saved = useSavedViews(viewFields, countSubmissions);
  const status = get('status');
  const filter = {
    search: get('q'),
    status: isStatus(status) ? status : ('' as const),
    // 20 (checklist ADM-15)
    ...readPaging(get, 20),
  };
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery(submissionsQuery(filter));
  const { rows: all, live } = useLiveRows({
    rows: data?.results,
    total: data?.total,
    isPlaceholder: isPlaceholderData,
    rowKey: idOf,
    noun: 'submission',
    isOpen: opened !== '',
  });
  const rows = all?.filter(({ _id }) => !isHeldBack(held, HELD_PREFIX + _id));
  const hasFailed = isError && !isFetching;
  const keys = rows?.map(idOf) ?? [];
  const selection = useSelection(keys, ({ title }: Submission) => title);
  const client = useQueryClient();
  const bulk = useBulkMoves(selection, rows ?? [], () => {
    client.invalidateQueries({ queryKey: ['publishing'] }).catch(() => undefined);
  });
  const steps = useSteps(keys, { opened, open, close });
  const isFiltered = filter.search !== '' || filter.status !== '';

  return (
    <>
      <TabHead title="Publishing" fact={data && counted(data.total, 'submission')} />
      <div className={styles.split} data-open={opened !== '' || undefined}>
        <div className={styles.list}>
          <Views saved={saved} />
          <SubmissionFilters filter={filter} change={change} />
          <HeldBackStrip prefix={HELD_PREFIX} />
          {bulk.panel}
          {hasFailed && <ErrorNote onRetry={() => void refetch()}>Failed to load submissions</ErrorNote>}
          <DataTable
            name="publishing"
            label="Submissions"
            columns={columns}
            rows={rows ?? (hasFailed ? [] : undefined)}
            rowKey={idOf}
            tools={<SaveViewButton saved={saved} />}
            live={live}
            onOpen={({ _id }) => open(_id)}
            currentKey={opened}
            selection={selection}
            bulk={bulk.bar}
            empty={
              hasFailed ? null : (
                <NoSubmissions isFiltered={isFiltered} onClear={() => change({ q: null, status: null })} />
              )
            }
          />
          {data && <Pager page={filter.page} size={filter.size} total={data.total} />}
        </div>
        {opened && <SubmissionPane key={opened} id={opened} steps={steps} onClose={close} />}
      </div>
    </>
  );
}
