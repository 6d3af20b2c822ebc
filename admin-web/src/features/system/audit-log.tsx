import { auditedCalls } from 'virtual:satrangi-audited-calls';
import type { AuditEntry } from '@satrangi/contracts';
import { Button, ErrorNote } from '@satrangi/kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { filledFields, readPaging, useAddress } from '../../lib/address.ts';
import { ACCEPTED, actText, useActNames } from '../../lib/admin-acts.ts';
import { api } from '../../lib/api.ts';
import { DataTable } from '../../lib/data-table.tsx';
import { DayFields } from '../../lib/day-fields.tsx';
import { agoText, counted, timeText } from '../../lib/format.ts';
import { Pager } from '../../lib/pager.tsx';
import { Picker } from '../../lib/picker.tsx';
import { TabHead } from '../../lib/tab-head.tsx';
import type { Column } from '../../lib/table-columns.ts';
import { Filters } from '../../lib/views.tsx';
import styles from './system.module.css';

const outcomes: Readonly<Record<AuditEntry['outcome'], string>> = {
  done: 'Done',
  refused: 'Refused',
  failed: 'Failed',
  unknown: 'Not known',
};
const calls = [...auditedCalls, ACCEPTED]
  .map((call) => [call, actText(call)] as const)
  .sort(([, a], [, b]) => a.localeCompare(b));
const filters = ['by', 'call', 'from', 'to'] as const;

type Names = Pick<ReturnType<typeof useActNames>, 'nameOf' | 'targetText'>;

const columnsOf = ({ nameOf, targetText }: Names): Column<AuditEntry>[] => [
  {
    id: 'change',
    header: 'Change',
    cell: ({ row: { original } }) => (
      <>
        {actText(original.call)}
        <span className={styles.id}>{targetText(original)}</span>
      </>
    ),
    meta: { phone: 'title' },
  },
  { id: 'by', header: 'By', cell: ({ row }) => nameOf(row.original.by), meta: { phone: 'second' } },
  {
    id: 'outcome',
    header: 'Outcome',
    cell: ({ row: { original } }) => (
      <span className={original.outcome === 'done' ? undefined : styles.failed}>
        {outcomes[original.outcome]}
      </span>
    ),
    meta: { phone: 'second' },
  },
  {
    id: 'at',
    header: 'When',
    cell: ({ row: { original } }) => (
      <time dateTime={original.at} title={agoText(original.at)}>
        {timeText(original.at)}
      </time>
    ),
    meta: { phone: 'side' },
  },
  {
    id: 'request',
    header: 'Request',
    cell: ({ row }) => <span className={styles.id}>{row.original.requestId}</span>,
  },
];

/** What admins changed and exported, newest first (checklist ADM-47). Filters are in the address. */
export function AuditLog() {
  const { get, change } = useAddress();
  const { admins, ...names } = useActNames();
  const { page, size } = readPaging(get, 50);
  const picked = filledFields(get, filters);
  const query = { ...picked, page, limit: size };
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['analytics', 'audit', query],
    queryFn: ({ signal }) => api['analytics-usage'].listAudit({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
  const isNarrowed = Object.keys(picked).length > 0;
  return (
    <>
      <TabHead title="Audit log" fact={data && counted(data.total, 'change')}>
        <Button size="s" disabled={isFetching} onClick={() => void refetch()}>
          Reload
        </Button>
      </TabHead>
      <p className={styles.lead}>
        Every change by an admin, and every file with people that one took, for 13 months. What it was about
        is kept as an id, never as a name or an address. <Link to="/?tab=dashboard">Dashboard</Link>
      </p>
      <Filters names={filters}>
        <Picker
          label="Admin"
          value={get('by')}
          options={[['', 'Any'], ...admins.map(({ _id, name }) => [_id, name] as const)]}
          onPick={(by) => change({ by })}
        />
        <Picker
          label="Change"
          value={get('call')}
          options={[['', 'Any'], ...calls]}
          onPick={(call) => change({ call })}
        />
        <DayFields get={get} change={change} />
      </Filters>
      {isError && !isFetching && (
        <ErrorNote onRetry={() => void refetch()}>Failed to load the audit log</ErrorNote>
      )}
      <DataTable
        name="audit"
        label="Audit log"
        columns={columnsOf(names)}
        rows={data?.items}
        rowKey={({ actId }) => actId}
        empty={isNarrowed ? 'No change fits these filters.' : 'No admin has changed anything yet.'}
      />
      {data && <Pager page={page} size={size} total={data.total} />}
    </>
  );
}
