import type { Order } from '@satrangi/contracts';
import { formatMoney } from '@satrangi/contracts/pure';
import { Button, Dialog, Failure, TextArea, useForm, useToast } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { dateText } from '../../lib/text.ts';
import styles from './orders.module.css';
import { orderFailure } from './orders.ts';

const REASON_MAX = 500;

/** A refund request with a reason; staff decide about it. */
export function RefundDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const client = useQueryClient();
  const showToast = useToast();
  const { form, field, failure, busy } = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' ? 'Tell us why, in a few words' : undefined }),
    submit: async ({ reason }) => {
      await api.payments.requestRefund({
        params: { orderId: order.orderId },
        body: { reason: reason.trim() },
      });
      await client.invalidateQueries({ queryKey: ['payments', 'mine'] });
      showToast('We have your request. A person will answer within three days.');
      onClose();
    },
    failureOf: orderFailure('Your request did not reach us. Try again.'),
  });
  return (
    <Dialog open onClose={onClose} title="Ask for a refund">
      <p>
        Order <b className="num">{order.number}</b>, {formatMoney(order.amount)}
        {order.refundUntil && <>. Possible until {dateText(order.refundUntil)}</>}.
      </p>
      <form className={styles.form} aria-label="Ask for a refund" {...form}>
        <TextArea
          label="What went wrong?"
          hint="A technical problem, a wrong description, bought by mistake: a few words are enough."
          maxLength={REASON_MAX}
          rows={4}
          required
          {...field('reason')}
        />
        <Failure>{failure}</Failure>
        <Button tone="primary" size="l" wide type="submit" aria-disabled={busy}>
          {busy ? 'Sending…' : 'Send'}
        </Button>
        <p className="small muted">
          Once your refund is on its way, the title leaves your library. Read the full{' '}
          <Link to={paths.refunds}>refund policy</Link>.
        </p>
      </form>
    </Dialog>
  );
}
