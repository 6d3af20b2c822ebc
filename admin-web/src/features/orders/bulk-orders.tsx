import type { AdminOrder } from '@satrangi/contracts';
import { majorOf } from '@satrangi/contracts/pure';
import { Button } from '@satrangi/kit';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { api } from '../../lib/api.ts';
import type { BulkItem } from '../../lib/bulk-progress.ts';
import { useBulkRun } from '../../lib/bulk-run.tsx';
import { Confirm } from '../../lib/confirm.tsx';
import { type CsvColumn, saveCsv } from '../../lib/csv.ts';
import { counted } from '../../lib/format.ts';
import { messageOf } from '../../lib/http.ts';
import { BulkBar, type Selection } from '../../lib/selection.tsx';
import type { matchingOrders } from './orders-queries.ts';

const ConfirmAll = lazy(async () => ({
  default: (await import('../../lib/confirm-all.tsx')).ConfirmAll,
}));

/** The columns of the file that the server writes of all orders. */
const columns: readonly CsvColumn<AdminOrder>[] = [
  { head: 'Created', cell: ({ createdAt }) => createdAt },
  { head: 'Order ID', cell: ({ _id }) => _id },
  { head: 'Number', cell: ({ number }) => number },
  { head: 'Purpose', cell: ({ purpose }) => purpose },
  { head: 'User', cell: ({ user }) => user._id },
  { head: 'Name', cell: ({ user }) => user.name },
  { head: 'Email', cell: ({ user }) => user.email },
  { head: 'Items', cell: ({ items }) => items.map(({ media }) => media.title).join('; ') },
  { head: 'Total (INR)', cell: ({ total }) => total },
  { head: 'Amount', cell: ({ amount }) => majorOf(amount) },
  { head: 'Currency', cell: ({ amount }) => amount.currency },
  { head: 'Status', cell: ({ paymentStatus }) => paymentStatus },
  { head: 'Provider', cell: ({ paymentProvider }) => paymentProvider },
  { head: 'Payment ID', cell: ({ reference }) => reference },
  { head: 'Paid', cell: ({ paidAt }) => paidAt },
  { head: 'Refunded', cell: ({ refunded }) => majorOf(refunded) },
];

/** More mails than that need a second admin, as for letters (decisions 0082, 0089), and no act here asks for one. */
const MAILS_MAX = 500;
const TOO_MANY = `A mail to more than ${MAILS_MAX} readers needs a second admin, and this act asks for none. Narrow the filter.`;
const RULE = 'Orders that are not paid, or whose buyer gave no address, are refused one by one.';

const toItem = ({ _id, number }: AdminOrder): BulkItem => ({
  key: _id,
  name: number,
  run: () => api.payments.resendOrder({ params: { orderId: _id }, body: { what: 'receipt' } }),
});

/**
 * What can be done with chosen orders: mail their receipts again, export them. All orders of a filter are not exported
 * here: the file of the server holds them, and the log of admin acts has who took it.
 */
export const useBulkOrders = (
  selection: Selection<AdminOrder>,
  rows: readonly AdminOrder[],
  matching: ReturnType<typeof matchingOrders>,
  onDone: () => void,
): { readonly bar: ReactNode; readonly panel: ReactNode } => {
  const [isAsking, setAsking] = useState(false);
  const { start, panel } = useBulkRun(onDone);
  const { isAll } = selection;
  const chosen = rows.filter(({ _id }) => selection.selected.has(_id));
  const close = (): void => setAsking(false);
  const resend = async (): Promise<void> => start('Resend receipts', chosen.map(toItem));
  const resendAll = (total: number): void => start('Resend receipts', { ...matching, total, toItem });
  return {
    bar: (
      <BulkBar selection={selection}>
        <Button size="s" tone="quiet" onClick={() => setAsking(true)}>
          Resend receipt
        </Button>
        {!isAll && (
          <Button size="s" tone="quiet" onClick={() => void saveCsv('orders', chosen, columns)}>
            Export
          </Button>
        )}
      </BulkBar>
    ),
    panel: (
      <>
        {panel}
        {isAsking && isAll && (
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
        {isAsking && !isAll && (
          <Confirm
            title={`Mail the receipts of ${counted(chosen.length, 'order')} again?`}
            action="Resend"
            tone="primary"
            onConfirm={resend}
            failureOf={messageOf}
            onClose={close}
          >
            <p>{RULE}</p>
          </Confirm>
        )}
      </>
    ),
  };
};
