import type { AdminOrder } from '@satrangi/contracts';
import { Button, ErrorNote, useToast } from '@satrangi/kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { sentenceOf } from '../../lib/http.ts';
import styles from './orders.module.css';
import { orderQuery } from './orders-queries.ts';

type What = 'access' | 'receipt';
const doneText = { access: 'Access is granted again.', receipt: 'The receipt is mailed again.' } as const;

/** Grants the items again, or mails the receipt again. Both are safe to repeat. */
export function ResendOrder({ order }: { order: AdminOrder }) {
  const { _id, paymentStatus, heldBack, items, user } = order;
  const client = useQueryClient();
  const showToast = useToast();
  const resend = useMutation({
    mutationFn: (what: What) => api.payments.resendOrder({ params: { orderId: _id }, body: { what } }),
    onSuccess: (answer, what) => {
      client.setQueryData(orderQuery(_id).queryKey, answer);
      client.invalidateQueries({ queryKey: ['payments'] }).catch(() => undefined);
      showToast(doneText[what]);
    },
  });
  if (paymentStatus !== 'paid' || heldBack) return null;
  return (
    <section className={styles.part} aria-labelledby="order-resend">
      <h3 id="order-resend">Send again</h3>
      <div className={styles.acts}>
        {items.length > 0 && (
          <Button size="s" disabled={resend.isPending} onClick={() => resend.mutate('access')}>
            Resend access
          </Button>
        )}
        <Button size="s" disabled={resend.isPending || !user.email} onClick={() => resend.mutate('receipt')}>
          Resend receipt
        </Button>
      </div>
      {!user.email && <p className="muted">The buyer gave no address for a receipt.</p>}
      {resend.isSuccess && <p role="status">{doneText[resend.variables]}</p>}
      {resend.isError && <ErrorNote>{sentenceOf(resend.error)}</ErrorNote>}
    </section>
  );
}
