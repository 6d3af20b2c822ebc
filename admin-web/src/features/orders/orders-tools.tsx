import { Button, ErrorNote, useToast } from '@satrangi/kit';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { csvName, saveFile } from '../../lib/csv.ts';
import { grouped } from '../../lib/format.ts';
import styles from './orders.module.css';

/** Writes all orders to the spreadsheet, and offers them as a CSV file of the server. */
export function OrdersTools() {
  const showToast = useToast();
  const download = useMutation({
    mutationFn: async () => saveFile(await (await api.payments.downloadOrders()).blob(), csvName('orders')),
  });
  const sync = useMutation({
    mutationFn: () => api.payments.syncOrders(),
    onSuccess: ({ count }) => showToast(`Synced ${grouped(count)} orders`),
  });
  return (
    <>
      <Button size="s" disabled={download.isPending} onClick={() => download.mutate()}>
        {download.isPending ? 'Writing CSV …' : 'Export CSV'}
      </Button>
      <Button size="s" disabled={sync.isPending} onClick={() => sync.mutate()}>
        {sync.isPending ? 'Syncing …' : 'Sync'}
      </Button>
      <div className={styles.outcome}>
        {sync.isSuccess && <p role="status">Synced {grouped(sync.data.count)} orders</p>}
        {sync.isError && (
          <>
            <ErrorNote>Sync failed</ErrorNote>
            <Button size="s" disabled={download.isPending} onClick={() => download.mutate()}>
              Download the CSV instead
            </Button>
          </>
        )}
        {download.isError && (
          <ErrorNote onRetry={() => download.mutate()}>Failed to download the CSV</ErrorNote>
        )}
      </div>
    </>
  );
}
