import type { AdminOrder } from '@satrangi/contracts';
import { majorOf } from '@satrangi/contracts/pure';
import { Button } from '@satrangi/kit';
import { type ReactNode, useState } from 'react';
import { api } from '../../lib/api.ts';
import { useBulkRun } from '../../lib/bulk-run.tsx';
import { Confirm } from '../../lib/confirm.tsx';
import { type CsvColumn, saveCsv } from '../../lib/csv.ts';
import { counted } from '../../lib/format.ts';
import { messageOf } from '../../lib/http.ts';
import { BulkBar, type Selection } from '../../lib/selection.tsx';

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

/** What can be done with chosen orders: mail their receipts again, export them. */
export const useBulkOrders = (
  selection: Selection<AdminOrder>,
  rows: readonly AdminOrder[],
  onDone: () => void,
): { readonly bar: ReactNode; readonly panel: ReactNode } => {
  const [isAsking, setAsking] = useState(false);
  const { start, panel } = useBulkRun(onDone);
  const chosen = rows.filter(({ _id }) => selection.selected.has(_id));
  const resend = async (): Promise<void> =>
    start(
      'Resend receipts',
      chosen.map(({ _id, number }) => ({
        key: _id,
        name: number,
        run: () => api.payments.resendOrder({ params: { orderId: _id }, body: { what: 'receipt' } }),
      })),
    );
  return {
    bar: (
      <BulkBar selection={selection}>
        <Button size="s" tone="quiet" onClick={() => setAsking(true)}>
          Resend receipt
        </Button>
        <Button size="s" tone="quiet" onClick={() => void saveCsv('orders', chosen, columns)}>
          Export
        </Button>
      </BulkBar>
    ),
    panel: (
      <>
        {panel}
        {isAsking && (
          <Confirm
            title={`Mail the receipts of ${counted(chosen.length, 'order')} again?`}
            action="Resend"
            tone="primary"
            onConfirm={resend}
            failureOf={messageOf}
            onClose={() => setAsking(false)}
          >
            <p>Orders that are not paid, or whose buyer gave no address, are refused one by one.</p>
          </Confirm>
        )}
      </>
    ),
  };
};
