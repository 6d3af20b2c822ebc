import type { AdminOrder } from '@satrangi/contracts';
import { formatMoney, fromMajor } from '@satrangi/contracts/pure';
import { Button, Field, useToast } from '@satrangi/kit';
import { randomKey } from '@satrangi/kit/browser/random-key';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { Confirm } from '../../lib/confirm.tsx';
import { draftKey } from '../../lib/drafts.ts';
import { CallError, messageOf } from '../../lib/http.ts';
import { isSame } from '../../lib/is-same.ts';
import { KeptNote } from '../../lib/kept-note.tsx';
import { useKeeping, useKept } from '../../lib/use-kept.ts';
import styles from './orders.module.css';
import { orderQuery } from './orders-queries.ts';

const REASON_MAX = 100;
type Money = AdminOrder['amount'];
type Values = { readonly how: 'whole' | 'part'; readonly amount: string; readonly reason: string };
const empty: Values = { how: 'whole', amount: '', reason: '' };
/** A kept refund has its idempotency key and the rest it was typed for: sent again, it is still made only once. */
const keptEmpty = { ...empty, idempotencyKey: '', leftMinor: 0 };

/** Minor units of a typed amount; null when it is none, or more than is left. */
const minorOf = (text: string, left: Money): number | null => {
  const typed = text.trim().replaceAll(',', '');
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(typed)) return null;
  const { minor } = fromMajor(Number(typed), left.currency);
  return minor > 0 && minor <= left.minor ? minor : null;
};

type RefundRequest = { readonly minor: number; readonly reason: string; readonly isWhole: boolean };

const problemsOf = ({ how, amount, reason }: Values, left: Money) => ({
  amount:
    how === 'part' && minorOf(amount, left) === null
      ? `Enter an amount up to ${formatMoney(left)}`
      : undefined,
  reason: reason.trim() === '' ? 'A reason is needed' : undefined,
});

const failureText = (error: unknown): string =>
  error instanceof CallError && error.status < 500
    ? messageOf(error)
    : 'There was no answer, so the refund may have been made. Send it again: it is made only once.';

/**
 * Sends one refund. The same values have the same idempotency key, so a repeat is the same refund; `leftMinor` makes the
 * server refuse a refund of an order that changed since it was seen.
 */
const useRefund = (order: AdminOrder, seenMinor: number, firstKey: string) => {
  const client = useQueryClient();
  const key = useRef(firstKey);
  return {
    key,
    /** Other values are another refund. */
    renewKey: (): void => {
      key.current = randomKey();
    },
    send: async ({ minor, reason, isWhole }: RefundRequest): Promise<AdminOrder> => {
      const { queryKey } = orderQuery(order._id);
      const body = { reason, leftMinor: seenMinor, ...(isWhole ? {} : { amountMinor: minor }) };
      try {
        const answer = await api.payments.refundOrder(
          { params: { orderId: order._id }, body },
          { headers: { 'idempotency-key': key.current } },
        );
        client.setQueryData(queryKey, answer);
        return answer;
      } finally {
        // also after a failure: what became of it is in the order
        client.invalidateQueries({ queryKey: ['payments'] }).catch(() => undefined);
      }
    },
  };
};

/** What is typed in the form, kept with its idempotency key, and the refund that is asked for before it is sent. */
const useRefundForm = (order: AdminOrder) => {
  const kept = useKept(draftKey('orders', `${order._id}:refund`), keptEmpty);
  const { idempotencyKey, leftMinor, ...typed } = kept.first;
  const [values, setValues] = useState<Values>(typed);
  const [isChecked, setChecked] = useState(false);
  const [requested, setRequested] = useState<RefundRequest | null>(null);
  const [seenMinor, setSeen] = useState(kept.at === null ? order.refundable.minor : leftMinor);
  const [done, setDone] = useState<string>();
  const showToast = useToast();
  const [firstKey] = useState(() => idempotencyKey || randomKey());
  const { send, renewKey, key } = useRefund(order, seenMinor, firstKey);
  useKeeping(
    kept,
    isSame(values, empty) ? keptEmpty : { ...values, idempotencyKey: key.current, leftMinor: seenMinor },
  );
  const left = order.refundable;
  const problems = problemsOf(values, left);
  const clear = (): void => {
    renewKey();
    kept.drop();
    setValues(empty);
    setChecked(false);
  };
  return {
    values,
    keptAt: kept.at,
    /** Undefined until the form is submitted once. */
    shownProblems: isChecked ? problems : undefined,
    seenMinor,
    done,
    requested,
    setRequested,
    clear,
    change: (next: Partial<Values>): void => {
      renewKey();
      setDone(undefined);
      setValues({ ...values, ...next });
    },
    confirm: (): void => {
      setChecked(true);
      if (problems.amount || problems.reason || left.minor !== seenMinor) return;
      const isWhole = values.how === 'whole';
      const minor = isWhole ? left.minor : (minorOf(values.amount, left) ?? 0);
      setRequested({ minor, reason: values.reason.trim(), isWhole });
    },
    carryOut: async (sent: RefundRequest): Promise<void> => {
      const answer = await send(sent);
      const text = `Refund of ${formatMoney({ ...left, minor: sent.minor })} is in the order.`;
      clear();
      setSeen(answer.refundable.minor);
      setDone(text);
      showToast(text);
    },
    /** The order as it is now has been seen. */
    acceptChange: (): void => {
      renewKey();
      setSeen(left.minor);
    },
  };
};
type FormState = ReturnType<typeof useRefundForm>;

type Props = {
  how: Values['how'];
  left: Money;
  isMismatch: boolean;
  onChange: (how: Values['how']) => void;
};

function HowMuch({ how, left, isMismatch, onChange }: Props) {
  return (
    <fieldset>
      <legend className="vh">How much</legend>
      <label className={styles.choice}>
        <input type="radio" name="how" checked={how === 'whole'} onChange={() => onChange('whole')} />
        {isMismatch ? 'All that arrived' : `All that is left: ${formatMoney(left)}`}
      </label>
      {!isMismatch && (
        <label className={styles.choice}>
          <input type="radio" name="how" checked={how === 'part'} onChange={() => onChange('part')} />A part
        </label>
      )}
    </fieldset>
  );
}

function RefundFields({ form, left, isMismatch }: { form: FormState; left: Money; isMismatch: boolean }) {
  const { values, shownProblems, change } = form;
  return (
    <form
      noValidate
      className={styles.refund}
      onSubmit={(event) => {
        event.preventDefault();
        form.confirm();
      }}
    >
      <KeptNote at={form.keptAt} onDrop={form.clear} />
      <HowMuch how={values.how} left={left} isMismatch={isMismatch} onChange={(how) => change({ how })} />
      {values.how === 'part' && (
        <Field
          label={`Amount in ${left.currency}`}
          inputMode="decimal"
          autoComplete="off"
          value={values.amount}
          error={shownProblems?.amount}
          onChange={({ target }) => change({ amount: target.value })}
        />
      )}
      <Field
        label="Reason"
        hint="Kept with the order and sent to the provider: no names."
        maxLength={REASON_MAX}
        autoComplete="off"
        value={values.reason}
        error={shownProblems?.reason}
        onChange={({ target }) => change({ reason: target.value })}
      />
      <p className="muted">
        {values.how === 'whole'
          ? 'Readers lose access to what a whole refund gives back.'
          : 'A part leaves the access as it is.'}
      </p>
      <div>
        <Button type="submit" tone="danger">
          Refund …
        </Button>
      </div>
    </form>
  );
}

function OrderChanged({ left, onSeen }: { left: Money; onSeen: () => void }) {
  return (
    <div className={styles.refund} role="alert">
      <p>This order has changed since you opened it. Look at what happened first.</p>
      <div>
        <Button size="s" onClick={onSeen}>
          I have looked: {formatMoney(left)} is left
        </Button>
      </div>
    </div>
  );
}

/** Gives the whole rest or a part of an order back, with a reason (checklist PAY-42). Asks before it sends. */
export function RefundForm({ order }: { order: AdminOrder }) {
  const form = useRefundForm(order);
  const { done, requested, seenMinor } = form;
  const left = order.refundable;
  const isMismatch = order.paymentStatus === 'mismatch';
  if (left.minor === 0 && seenMinor === 0)
    return done ? <p role="status">{done} Nothing is left to give back.</p> : null;
  return (
    <section className={styles.part} aria-labelledby="order-refund">
      <h3 id="order-refund">Refund</h3>
      {done && <p role="status">{done}</p>}
      {left.minor === seenMinor ? (
        <RefundFields form={form} left={left} isMismatch={isMismatch} />
      ) : (
        <OrderChanged left={left} onSeen={form.acceptChange} />
      )}
      {requested && (
        <Confirm
          title={`Refund ${isMismatch ? 'all that arrived' : formatMoney({ ...left, minor: requested.minor })} of order ${order.number}?`}
          action="Refund"
          onConfirm={() => form.carryOut(requested)}
          failureOf={failureText}
          onClose={() => form.setRequested(null)}
        >
          <p>The money goes back the way it came. This can not be undone.</p>
        </Confirm>
      )}
    </section>
  );
}
