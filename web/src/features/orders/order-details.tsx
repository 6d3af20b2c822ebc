import type { Order } from '@satrangi/contracts';
import { formatMoney, providerTexts } from '@satrangi/contracts/pure';
import { dateTimeText } from '../../lib/dates.ts';
import styles from './order-page.module.css';
import { stepText } from './order-state.ts';

/** Number, amount, provider, and what a bank statement says. */
export function OrderDetails({ order }: { order: Order }) {
  const { number, amount, provider, refunded, statementName, status } = order;
  const isPaid = status === 'paid' || status === 'refunded';
  return (
    <dl className={styles.facts}>
      <dt>Order number</dt>
      <dd className="num">{number}</dd>
      <dt>Amount</dt>
      <dd className="num">{formatMoney(amount)}</dd>
      {refunded.minor > 0 && (
        <>
          <dt>Given back</dt>
          <dd className="num">{formatMoney(refunded)}</dd>
        </>
      )}
      <dt>{isPaid ? 'Paid with' : 'To pay with'}</dt>
      <dd>{providerTexts[provider]}</dd>
      {statementName && (
        <>
          <dt>On your statement</dt>
          <dd>
            <b>{statementName}</b>
            <small>No title and no name of the shop.</small>
          </dd>
        </>
      )}
    </dl>
  );
}

/** What happened to the order, oldest first. */
export function OrderHistory({ order }: { order: Order }) {
  const { history = [] } = order;
  if (history.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="history">
      <h2 id="history">What happened</h2>
      <ol className={styles.history}>
        {history.map((step) => (
          <li key={`${step.step}${step.at}${step.amount?.minor}`}>
            <span>{stepText(step)}</span>
            <time dateTime={step.at} className="num">
              {dateTimeText(step.at)}
            </time>
          </li>
        ))}
        {order.receiptSent && <li className={styles.note}>The receipt was sent to your email.</li>}
      </ol>
    </section>
  );
}
