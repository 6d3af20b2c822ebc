import type { AdminOrder } from '@satrangi/contracts';
import { Button, ErrorNote } from '@satrangi/kit';
import { useMutation } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { api } from '../../lib/api.ts';
import type { BulkItem } from '../../lib/bulk-progress.ts';
import { useBulkRun } from '../../lib/bulk-run.tsx';
import { Confirm } from '../../lib/confirm.tsx';
import { saveAnswer } from '../../lib/exports.tsx';
import { counted } from '../../lib/format.ts';
import { sentenceOf } from '../../lib/http.ts';
import { BulkBar, type Selection } from '../../lib/selection.tsx';
import type { matchingOrders } from './orders-queries.ts';

const ConfirmAll = lazy(async () => ({
  default: (await import('../../lib/confirm-all.tsx')).ConfirmAll,
}));

/** More mails than that need a second admin, as for letters (decisions 0082, 0089), and no act here needs one. */
const MAILS_MAX = 500;
const TOO_MANY = `A mail to more than ${MAILS_MAX} readers needs a second admin, and this act asks for none. Narrow the filter.`;
const RULE = 'Orders that are not paid, or whose buyer gave no address, are refused one by one.';

const toItem = ({ _id, number }: AdminOrder): BulkItem => ({
  key: _id,
  name: number,
  run: () => api.payments.resendOrder({ params: { orderId: _id }, body: { what: 'receipt' } }),
});

/**
 * What can be done with chosen orders: mail their receipts again, export them. The file comes from the server, because
 * the audit log has who took it. All orders of a filter are not exported here: the file of all orders holds them.
 */
export const useBulkOrders = (
  selection: Selection<AdminOrder>,
  rows: readonly AdminOrder[],
  matching: ReturnType<typeof matchingOrders>,
  onDone: () => void,
): { readonly bar: ReactNode; readonly panel: ReactNode } => {
  const [isConfirming, setConfirming] = useState(false);
  const { start, panel } = useBulkRun(onDone);
  const { isAll } = selection;
  const chosen = rows.filter(({ _id }) => selection.selected.has(_id));
  const close = (): void => setConfirming(false);
  const ids = chosen.map(({ _id }) => _id).join(',');
  const exports = useMutation({
    mutationFn: () => saveAnswer('orders', api.payments.downloadOrders({ query: { ids } })),
  });
  const resend = async (): Promise<void> => start('Resend receipts', chosen.map(toItem));
  const resendAll = (total: number): void => start('Resend receipts', { ...matching, total, toItem });
  return {
    bar: (
      <BulkBar selection={selection}>
        <Button size="s" tone="quiet" onClick={() => setConfirming(true)}>
          Resend receipt
        </Button>
        {!isAll && (
          <Button size="s" tone="quiet" disabled={exports.isPending} onClick={() => exports.mutate()}>
            Export
          </Button>
        )}
      </BulkBar>
    ),
    panel: (
      <>
        {panel}
        {exports.isError && <ErrorNote onRetry={() => exports.mutate()}>Failed to write the CSV</ErrorNote>}
        {isConfirming && isAll && (
          <Suspense>
            <ConfirmAll
              act="Resend receipts"
              action="Resend"
              noun="orders"
              tone="primary"
              count={matching.count}
              refusalOf={(total) => (total > MAILS_MAX ? TOO_MANY : undefined)}
              onConfirm={resendAll}
              onClose={close}
            >
              <p>{RULE}</p>
            </ConfirmAll>
          </Suspense>
        )}
        {isConfirming && !isAll && (
          <Confirm
            title={`Mail the receipts of ${counted(chosen.length, 'order')} again?`}
            action="Resend"
            tone="primary"
            onConfirm={resend}
            failureOf={sentenceOf}
            onClose={close}
          >
            <p>{RULE}</p>
          </Confirm>
        )}
      </>
    ),
  };
};
