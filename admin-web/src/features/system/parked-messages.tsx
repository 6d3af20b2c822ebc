import type { ParkedRow } from '@satrangi/contracts';
import { Button, ErrorNote, useToast } from '@satrangi/kit';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { api } from '../../lib/api.ts';
import type { BulkItem } from '../../lib/bulk-progress.ts';
import { useBulkRun } from '../../lib/bulk-run.tsx';
import { Confirm } from '../../lib/confirm.tsx';
import { DataTable } from '../../lib/data-table.tsx';
import { agoText, counted, timeText } from '../../lib/format.ts';
import { withReason } from '../../lib/http.ts';
import { PARKED_KEY, parkedQuery } from '../../lib/parked.ts';
import { type ServiceName, serviceNames } from '../../lib/service-names.ts';
import { TabHead } from '../../lib/tab-head.tsx';
import type { Column } from '../../lib/table-columns.ts';
import styles from './system.module.css';

type Row = ParkedRow & { readonly service: ServiceName };
type Acts = { readonly onReplay: (row: Row) => void; readonly onDiscard: (row: Row) => void };

const replay = ({ service, key }: Row): Promise<unknown> => api[service].replayParked({ params: { key } });
const nameOf = ({ id, event, queue }: Row): string => id ?? event ?? queue;

const columnsOf = ({ onReplay, onDiscard }: Acts): Column<Row>[] => [
  { id: 'queue', accessorKey: 'queue', header: 'Queue', meta: { phone: 'title' } },
  {
    id: 'message',
    header: 'Message',
    cell: ({ row: { original } }) => (
      <>
        {original.event ?? 'Not readable'}
        <span className={styles.id}>{original.id}</span>
      </>
    ),
    meta: { phone: 'second' },
  },
  { id: 'reason', accessorKey: 'reason', header: 'Reason', meta: { phone: 'second' } },
  { id: 'attempts', accessorKey: 'attempts', header: 'Tries', meta: { align: 'end' } },
  {
    id: 'parked',
    header: 'Parked',
    cell: ({ row: { original } }) =>
      original.parkedAt ? (
        <time dateTime={original.parkedAt} title={timeText(original.parkedAt)}>
          {agoText(original.parkedAt)}
        </time>
      ) : (
        'Not known'
      ),
    meta: { phone: 'side' },
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: ({ row: { original } }) => (
      <span className={styles.acts}>
        <Button size="s" aria-label={`Replay ${nameOf(original)}`} onClick={() => onReplay(original)}>
          Replay
        </Button>
        <Button
          size="s"
          tone="danger"
          aria-label={`Throw away ${nameOf(original)}`}
          onClick={() => onDiscard(original)}
        >
          Throw away
        </Button>
      </span>
    ),
    meta: { phone: 'second' },
  },
];

/** The rows of all services, oldest first, and the services that did not answer. */
const useParked = () => {
  const answers = useQueries({ queries: serviceNames.map((service) => parkedQuery(service)) });
  const rows = answers
    .flatMap(({ data }, index) =>
      (data?.items ?? []).map((row): Row => ({ ...row, service: serviceNames[index] ?? 'identity' })),
    )
    .sort((a, b) => (a.parkedAt ?? '').localeCompare(b.parkedAt ?? ''));
  const failed = answers.flatMap(({ isError, isFetching, refetch }, index) =>
    isError && !isFetching ? [{ service: serviceNames[index], refetch }] : [],
  );
  return {
    rows,
    failed,
    total: answers.reduce((sum, { data }) => sum + (data?.total ?? 0), 0),
    isLoading: answers.some(({ isPending }) => isPending),
  };
};

/** Messages that a service could not handle: give one back to its queue, or throw it away. */
export function ParkedMessages() {
  const client = useQueryClient();
  const toast = useToast();
  const { rows, failed, total, isLoading } = useParked();
  const [discarded, setDiscarded] = useState<Row>();
  const [failure, setFailure] = useState('');
  const loadAgain = (): void => void client.invalidateQueries({ queryKey: PARKED_KEY });
  const all = useBulkRun(loadAgain);
  const onReplay = async (row: Row): Promise<void> => {
    setFailure('');
    try {
      await replay(row);
      toast(`Given back to ${row.queue}.`);
    } catch (error) {
      setFailure(withReason(`Failed to replay ${nameOf(row)}.`, error));
    }
    loadAgain();
  };
  const toItem = (row: Row): BulkItem => ({ key: row.key, name: nameOf(row), run: () => replay(row) });
  return (
    <>
      <TabHead title="Parked messages" fact={isLoading ? undefined : counted(total, 'message')}>
        {rows.length > 1 && (
          <Button size="s" onClick={() => all.start('Replay all messages', rows.map(toItem))}>
            Replay all
          </Button>
        )}
        <Button size="s" onClick={loadAgain}>
          Reload
        </Button>
      </TabHead>
      <p className={styles.lead}>
        A message that a service could not handle waits here, so that nothing is lost. Replay it when its
        cause is repaired: a message that was handled before changes nothing.{' '}
        <Link to="/?tab=dashboard">Dashboard</Link>
      </p>
      {failed.length > 0 && (
        <ErrorNote onRetry={() => failed.forEach(({ refetch }) => void refetch())}>
          {`Failed to load parked messages of ${failed.map(({ service }) => service).join(', ')}`}
        </ErrorNote>
      )}
      {failure && <ErrorNote>{failure}</ErrorNote>}
      {all.panel}
      <DataTable
        name="parked-messages"
        label="Parked messages"
        columns={columnsOf({ onReplay: (row) => void onReplay(row), onDiscard: setDiscarded })}
        rows={isLoading && rows.length === 0 ? undefined : rows}
        rowKey={({ key }) => key}
        empty={failed.length > 0 ? null : 'No message is parked.'}
      />
      {discarded && (
        <Confirm
          title={`Throw away ‘${nameOf(discarded)}’?`}
          action="Throw away"
          failureOf={(error) => withReason('Failed to throw it away.', error)}
          onConfirm={async () => {
            await api[discarded.service].discardParked({ params: { key: discarded.key } });
            loadAgain();
          }}
          onClose={() => setDiscarded(undefined)}
        >
          <p>What it announced never reaches {discarded.queue}. It can not come back.</p>
        </Confirm>
      )}
    </>
  );
}
