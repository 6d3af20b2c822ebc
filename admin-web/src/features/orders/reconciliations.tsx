import type { ReconciliationReport } from '@satrangi/contracts';
import { formatMoney } from '@satrangi/contracts/pure';
import { Button, ErrorNote, Field } from '@satrangi/kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useOpened } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';
import { DataTable } from '../../lib/data-table.tsx';
import { draftKey } from '../../lib/drafts.ts';
import { Drawer } from '../../lib/drawer.tsx';
import { counted, dayText, timeText } from '../../lib/format.ts';
import { sentenceOf } from '../../lib/http.ts';
import { KeptNote } from '../../lib/kept-note.tsx';
import { providerText } from '../../lib/provider-text.ts';
import type { Column } from '../../lib/table-columns.ts';
import { useKeptState } from '../../lib/use-kept.ts';
import styles from './orders.module.css';
import { reconciliationsQuery } from './orders-queries.ts';

const kindText: Readonly<Record<ReconciliationReport['differences'][number]['kind'], string>> = {
  'unknown-payment': 'Payment without an order',
  'not-paid-here': 'Paid at the provider, not here',
  'not-paid-there': 'Paid here, not at the provider',
  amount: 'Another amount',
  refund: 'Another refund',
};

const stateText = ({ isClean, differences, providers }: ReconciliationReport): string => {
  const unread = providers.filter(({ error }) => error !== null).length;
  if (unread > 0) return `${counted(unread, 'provider')} not read`;
  return isClean ? 'Clean' : counted(differences.length, 'difference');
};

const columns: Column<ReconciliationReport>[] = [
  { id: 'day', accessorFn: ({ day }) => dayText(day), header: 'Day (UTC)', meta: { phone: 'title' } },
  { id: 'state', accessorFn: stateText, header: 'Result', meta: { phone: 'side' } },
  {
    id: 'money',
    accessorFn: ({ moneyDiffPaise }) => formatMoney({ minor: moneyDiffPaise, currency: 'INR' }),
    header: 'Money difference',
    meta: { align: 'end', phone: 'second' },
  },
  { id: 'ranAt', accessorFn: ({ ranAt }) => timeText(ranAt), header: 'Ran at' },
];

type Reported = ReconciliationReport['differences'][number]['ours'];
const reportedText = (sum: Reported): string =>
  sum ? `${sum.currency} ${(sum.minor / 100).toFixed(2)}` : 'nothing';

function ReportDrawer({ report, keys }: { report: ReconciliationReport; keys: readonly string[] }) {
  return (
    <Drawer title={`Reconciliation of ${dayText(report.day)}`} keys={keys}>
      <dl className={styles.facts}>
        {report.providers.map(({ provider, payments, orders, error }) => (
          <div key={provider} style={{ display: 'contents' }}>
            <dt>{providerText[provider]}</dt>
            <dd>
              {error ??
                `${counted(payments, 'payment')} at the provider, ${counted(orders, 'order')} paid here`}
            </dd>
          </div>
        ))}
        <dt>Ran at</dt>
        <dd>{timeText(report.ranAt)}</dd>
      </dl>
      {report.differences.length === 0 ? (
        <p>No differences.</p>
      ) : (
        <ul className={styles.timeline}>
          {report.differences.map(({ kind, provider, orderId, reference, ours, theirs }) => (
            <li key={`${kind} ${orderId} ${reference}`}>
              <b>{kindText[kind]}</b> at {providerText[provider]}: {reportedText(ours)} here,{' '}
              {reportedText(theirs)} there. Order {orderId ?? 'unknown'}, reference {reference ?? 'none'}.
            </li>
          ))}
        </ul>
      )}
    </Drawer>
  );
}

const noDay = { day: '' };

/** Reports of the reconciliation with the providers, newest day first; a day can be reconciled again. */
export function Reconciliations() {
  const { opened, open } = useOpened();
  const client = useQueryClient();
  const { data, isError, isFetching, refetch } = useQuery(reconciliationsQuery);
  const [{ day }, setValues, kept] = useKeptState(draftKey('orders', 'reconciliation'), noDay);
  const run = useMutation({
    mutationFn: () => api.payments.runReconciliation({ body: { day } }),
    onSuccess: () => {
      kept.drop();
      client.invalidateQueries({ queryKey: ['payments'] }).catch(() => undefined);
    },
  });
  const report = data?.find((each) => each.day === opened);
  const keys = data?.map((each) => each.day) ?? [];
  return (
    <>
      <KeptNote at={kept.at} onDrop={kept.clear} />
      <form
        className={styles.acts}
        onSubmit={(event) => {
          event.preventDefault();
          if (day && !run.isPending) run.mutate();
        }}
      >
        <Field
          label="Reconcile a day now"
          type="date"
          value={day}
          onChange={({ target }) => setValues({ day: target.value })}
        />
        <Button type="submit" disabled={run.isPending || !day} style={{ alignSelf: 'end' }}>
          {run.isPending ? 'Reconciling …' : 'Reconcile'}
        </Button>
      </form>
      {run.isSuccess && (
        <p role="status">
          {dayText(run.data.day)}: {stateText(run.data)}
        </p>
      )}
      {run.isError && <ErrorNote>{sentenceOf(run.error)}</ErrorNote>}
      {isError && !isFetching && (
        <ErrorNote onRetry={() => void refetch()}>Failed to load the reports</ErrorNote>
      )}
      <DataTable
        name="reconciliations"
        label="Reconciliation reports"
        columns={columns}
        rows={isError && !data ? [] : data}
        rowKey={(each) => each.day}
        onOpen={(each) => open(each.day)}
        empty={isError ? '' : 'No day was reconciled yet. It happens each night.'}
      />
      {report && <ReportDrawer report={report} keys={keys} />}
    </>
  );
}
