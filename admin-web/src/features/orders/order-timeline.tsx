import type { AdminOrder } from '@satrangi/contracts';
import { formatMoney } from '@satrangi/contracts/pure';
import { timeText } from '../../lib/format.ts';
import { receiptText, refundStateText } from './order-words.ts';
import styles from './orders.module.css';

type Step = { readonly text: string; readonly at: string | null };

/** Who did it; the id of a deleted account is erased. */
const actor = (by: string | null): string => by ?? 'a deleted account';

const disputeText = { open: 'is open', won: 'was won', lost: 'was lost' } as const;

/** What happened, in its order. Grants and receipts have no time of their own: they follow the payment. */
const stepsOf = (order: AdminOrder): Step[] => {
  const { createdAt, paidAt, fulfilled, receipt, refundRequest, refunds, dispute, items } = order;
  const after: Step[] = [
    ...(refundRequest
      ? [{ text: `Refund requested by the buyer: ${refundRequest.reason}`, at: refundRequest.at }]
      : []),
    ...(refundRequest?.declined
      ? [
          {
            text: `Request declined by ${actor(refundRequest.declined.by)}: ${refundRequest.declined.reason}`,
            at: refundRequest.declined.at,
          },
        ]
      : []),
    ...refunds.flatMap(({ amount, reason, state, by, askedAt, doneAt }) => [
      {
        text: `Refund of ${formatMoney(amount)} by ${actor(by)}: ${reason} (${refundStateText[state]})`,
        at: askedAt,
      },
      ...(doneAt ? [{ text: `${formatMoney(amount)} given back`, at: doneAt }] : []),
    ]),
    ...(dispute ? [{ text: `Dispute ${dispute.id} ${disputeText[dispute.state]}`, at: dispute.at }] : []),
  ].sort((one, other) => one.at.localeCompare(other.at));
  const paid: Step[] = paidAt
    ? [
        { text: 'Paid', at: paidAt },
        ...(items.length > 0
          ? [{ text: fulfilled ? 'Granted in the library' : 'Not granted in the library yet', at: null }]
          : []),
        { text: receiptText[receipt], at: null },
      ]
    : [{ text: 'Not paid', at: null }];
  return [{ text: 'Made', at: createdAt }, ...paid, ...after];
};

export function OrderTimeline({ order }: { order: AdminOrder }) {
  return (
    <section className={styles.part} aria-labelledby="order-timeline">
      <h3 id="order-timeline">What happened</h3>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without markers */}
      <ol role="list" className={styles.timeline}>
        {stepsOf(order).map(({ text, at }) => (
          <li key={`${text} ${at}`}>
            {text}
            {at && <time dateTime={at}>{timeText(at)}</time>}
          </li>
        ))}
      </ol>
    </section>
  );
}
