import type { Order } from '@satrangi/contracts';
import { formatMoney } from '@satrangi/contracts/pure';
import { Button, buttonLook, scriptProps } from '@satrangi/kit';
import { lazy, Suspense, useState } from 'react';
import { dateText } from '../../lib/dates.ts';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { titleOrUntitled } from '../../lib/text.ts';
import { OpenOrder } from './open-order.tsx';
import { OrderCover } from './order-cover.tsx';
import styles from './orders.module.css';
import { canRequestRefund, isOpen, purposeTexts, statusText } from './orders.ts';

const RefundDialog = lazy(async () => ({
  default: (await import('./refund-dialog.tsx')).RefundDialog,
}));
const TakeBackDialog = lazy(async () => ({
  default: (await import('./take-back-dialog.tsx')).TakeBackDialog,
}));

/** Titles of one order in the list; its page has all. */
const SHOWN_MAX = 4;

const providers = { cashfree: 'Cashfree', stripe: 'Stripe' } as const;

/** Who made the only title of an order. */
function Creator({ items }: Pick<Order, 'items'>) {
  const [item] = items;
  if (!item?.creator || items.length > 1) return null;
  return (
    <span className={styles.creator}>
      <bdi {...scriptProps(item.creator, item.language)}>{item.creator}</bdi>
    </span>
  );
}

/** One order: cover, titles, date, amount, status and actions. */
export function OrderCard({ order }: { order: Order }) {
  const [isConfirming, setConfirming] = useState(false);
  const { number, items, purpose, provider, status, gift } = order;
  const close = (): void => setConfirming(false);
  const hasReceipt = order.paidAt !== null;
  return (
    <li className={styles.order} data-status={status} tabIndex={-1}>
      <OrderCover order={order} />
      <div className={styles.what}>
        {items.slice(0, SHOWN_MAX).map(({ media, mediaType, title }) => (
          <Link key={media} to={paths.media(mediaType, media)}>
            <bdi {...scriptProps(title)}>{titleOrUntitled(title)}</bdi>
          </Link>
        ))}
        {items.length > SHOWN_MAX && (
          <Link to={paths.order(order.orderId)}>and {items.length - SHOWN_MAX} more</Link>
        )}
        {items.length === 0 && <span className={styles.purpose}>{purposeTexts[purpose]}</span>}
        <Creator items={items} />
        <small className="num">
          <Link to={paths.order(order.orderId)} aria-label={`Order ${number}`}>
            {number}
          </Link>{' '}
          · {dateText(order.createdAt)} · {providers[provider]}
        </small>
      </div>
      <p className={styles.amount}>
        <b className="num">{formatMoney(order.amount)}</b>
        <span data-state={status}>{statusText(order)}</span>
      </p>
      {hasReceipt && (
        <div className={styles.acts}>
          <Link
            {...buttonLook({ size: 's' })}
            to={paths.receipt(order.orderId)}
            aria-label={`Receipt of order ${number}`}
          >
            Receipt
          </Link>
          {canRequestRefund(order, Date.now()) && (
            <Button
              size="s"
              tone="quiet"
              aria-label={
                gift ? `Take the gift back: order ${number}` : `Ask for a refund of order ${number}`
              }
              onClick={() => setConfirming(true)}
            >
              {gift ? 'Take the gift back' : 'Ask for a refund'}
            </Button>
          )}
        </div>
      )}
      {isOpen(order, Date.now()) && <OpenOrder order={order} />}
      {isConfirming && (
        <Suspense>
          {gift ? (
            <TakeBackDialog order={order} onClose={close} />
          ) : (
            <RefundDialog order={order} onClose={close} />
          )}
        </Suspense>
      )}
    </li>
  );
}
