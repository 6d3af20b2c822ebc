import type { Order } from '@satrangi/contracts';
import { formatMoney } from '@satrangi/contracts/pure';
import { Button, Dialog, Failure, TextArea, useForm, useToast } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { dateText } from '../../lib/dates.ts';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import styles from './orders.module.css';
import { orderFailure, refetchOrders } from './orders.ts';

const REASON_MAX = 500;
/** The cases of the refund policy. */
const REASONS = [
  'It does not open or play',
  'It is not what its page said',
  'I bought it by mistake',
] as const;

const failureOf = orderFailure('Your request did not reach us. Try again.');

/** A refund request: a press on a reason sends it, or words of the buyer's own. Staff decide about it. */
export function RefundDialog({
  order,
  onSent,
  onClose,
}: {
  order: Order;
  onSent?: () => void;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const showToast = useToast();
  const isSending = useRef(false);
  const [sent, setSent] = useState<string>();
  const [refused, setRefused] = useState<string>();

  /** Sends the request once; presses during it are ignored. @throws when the server refuses it */
  const send = async (reason: string): Promise<void> => {
    if (isSending.current) return;
    isSending.current = true;
    setSent(reason);
    setRefused(undefined);
    try {
      await api.payments.requestRefund({ params: { orderId: order.orderId }, body: { reason } });
      onSent?.();
      await refetchOrders(client);
      showToast('We have your request. A person will answer within 48 hours.');
      onClose();
    } finally {
      isSending.current = false;
      setSent(undefined);
    }
  };
  const { form, field, failure, busy } = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' ? 'Tell us why, in a few words' : undefined }),
    submit: ({ reason }) => send(reason.trim()),
    failureOf,
  });
  return (
    <Dialog open onClose={onClose} title="Ask for a refund">
      <p>
        Order <b className="num">{order.number}</b>, {formatMoney(order.amount)}
        {order.refundUntil && <>. Possible until {dateText(order.refundUntil)}</>}.
      </p>
      <fieldset className={styles.reasons}>
        <legend>Press what fits. That sends your request.</legend>
        {REASONS.map((reason) => (
          <Button
            key={reason}
            wide
            aria-disabled={sent !== undefined}
            onClick={() => void send(reason).catch((error: unknown) => setRefused(failureOf(error)))}
          >
            {sent === reason ? 'Sending…' : reason}
          </Button>
        ))}
      </fieldset>
      <form className={styles.form} aria-label="Ask for a refund" {...form}>
        <TextArea
          label="What went wrong?"
          hint="Or in your own words: a few are enough."
          maxLength={REASON_MAX}
          rows={2}
          required
          {...field('reason')}
        />
        <Failure>{refused ?? failure}</Failure>
        <Button tone="primary" wide type="submit" aria-disabled={busy}>
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
