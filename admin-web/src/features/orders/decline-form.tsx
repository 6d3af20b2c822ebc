import type { AdminOrder } from '@satrangi/contracts';
import { Button, Field, useToast } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { Confirm } from '../../lib/confirm.tsx';
import { draftKey } from '../../lib/drafts.ts';
import { sentenceOf } from '../../lib/http.ts';
import { KeptNote } from '../../lib/kept-note.tsx';
import { useKeptState } from '../../lib/use-kept.ts';
import styles from './orders.module.css';
import { orderQuery } from './orders-queries.ts';

const REASON_MAX = 500;
const empty = { reason: '' };
const DONE = 'The request is declined. The buyer reads your answer on the page of the order.';

/** Declines the refund request of a buyer with a reason. Asks before it sends. */
export function DeclineForm({ order }: { order: AdminOrder }) {
  const [{ reason }, setValues, kept] = useKeptState(draftKey('orders', `${order._id}:decline`), empty);
  const [isChecked, setChecked] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const client = useQueryClient();
  const showToast = useToast();
  const { refundRequest, refunds } = order;
  const isAnswered = refunds.some(({ state }) => state !== 'failed') || refundRequest?.declined;
  if (order.paymentStatus !== 'paid' || !refundRequest || isAnswered) return null;
  const decline = async (): Promise<void> => {
    try {
      const answer = await api.payments.declineRefund({
        params: { orderId: order._id },
        body: { reason: reason.trim() },
      });
      kept.drop();
      client.setQueryData(orderQuery(order._id).queryKey, answer);
      showToast(DONE);
    } finally {
      client.invalidateQueries({ queryKey: ['payments'] }).catch(() => undefined);
    }
  };
  return (
    <section className={styles.part} aria-labelledby="order-decline">
      <h3 id="order-decline">Decline the request</h3>
      <form
        noValidate
        className={styles.refund}
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (reason.trim() !== '') setConfirming(true);
        }}
      >
        <KeptNote at={kept.at} onDrop={kept.clear} />
        <Field
          label="Answer to the buyer"
          hint="Shown on the page of the order. The mail says only that there is an answer."
          maxLength={REASON_MAX}
          autoComplete="off"
          value={reason}
          error={isChecked && reason.trim() === '' ? 'A reason is needed' : undefined}
          onChange={({ target }) => setValues({ reason: target.value })}
        />
        <div>
          <Button type="submit">Decline …</Button>
        </div>
      </form>
      {isConfirming && (
        <Confirm
          title={`Decline the refund of order ${order.number}?`}
          action="Decline"
          onConfirm={decline}
          failureOf={sentenceOf}
          onClose={() => setConfirming(false)}
        >
          <p>The buyer reads: “{reason.trim()}”</p>
          <p>A refund stays possible.</p>
        </Confirm>
      )}
    </section>
  );
}
