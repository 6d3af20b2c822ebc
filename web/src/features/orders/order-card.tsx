import type { Order } from '@satrangi/contracts';
import { formatMoney } from '@satrangi/contracts/pure';
import { Button, scriptProps } from '@satrangi/kit';
import { useState } from 'react';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { dateText, titleOrUntitled } from '../../lib/text.ts';
import { OpenOrder } from './open-order.tsx';
import styles from './orders.module.css';
import { canRequestRefund, isOpen, purposeTexts, statusText } from './orders.ts';
import { ReceiptButton } from './receipt-button.tsx';
import { RefundDialog } from './refund-dialog.tsx';

const providers = { cashfree: 'Cashfree', stripe: 'Stripe' } as const;

/** One order: titles, date, amount, status and actions. */
export function OrderCard({ order }: { order: Order }) {
  const [isConfirming, setConfirming] = useState(false);
  const { number, items, purpose, provider, status } = order;
  const hasReceipt = order.paidAt !== null;
  return (
    <li className={styles.order} data-status={status} tabIndex={-1}>
      <div className={styles.what}>
        {items.map(({ media, mediaType, title }) => (
          <Link key={media} to={paths.media(mediaType, media)}>
            <bdi {...scriptProps(title)}>{titleOrUntitled(title)}</bdi>
          </Link>
        ))}
        {items.length === 0 && <span>{purposeTexts[purpose]}</span>}
        <small className="num">
          <b>{number}</b> · {dateText(order.createdAt)} · {providers[provider]}
        </small>
      </div>
      <p className={styles.amount}>
        <b className="num">{formatMoney(order.amount)}</b>
        <span data-state={status}>{statusText(order)}</span>
      </p>
      {hasReceipt && (
        <div className={styles.acts}>
          <ReceiptButton order={order} />
          {canRequestRefund(order, Date.now()) && (
            <Button
              size="s"
              tone="quiet"
              aria-label={`Ask for a refund of order ${number}`}
              onClick={() => setConfirming(true)}
            >
              Ask for a refund
            </Button>
          )}
        </div>
      )}
      {isOpen(order, Date.now()) && <OpenOrder order={order} />}
      {isConfirming && <RefundDialog order={order} onClose={() => setConfirming(false)} />}
    </li>
  );
}
