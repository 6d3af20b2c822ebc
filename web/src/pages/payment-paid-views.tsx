import type { Order } from '@satrangi/contracts';
import { formatMoney } from '@satrangi/contracts/pure';
import { bankIcon, bookmarkIcon, buttonLook, checkCircleIcon, envelopeIcon, Icon } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { PaymentResult } from '../features/checkout/await-payment.ts';
import { OrderItems } from '../features/orders/order-items.tsx';
import { orderQuery } from '../features/orders/orders.ts';
import { Link } from '../lib/link.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import styles from './payment-page.module.css';

export function OrderNumber({ order: { orderId, number } }: { order: Order }) {
  const session = useSession();
  return (
    <small className="num">
      Order {session ? <Link to={paths.order(orderId)}>{number}</Link> : <b>{number}</b>}
    </small>
  );
}

/** A link to the library. */
export function ToLibrary({ label = 'My Library' }: { label?: string }) {
  return (
    <Link {...buttonLook({})} to={paths.library}>
      {label}
    </Link>
  );
}

/** Only for logged-in readers: a receipt contains a name. */
function Receipt({ order: { orderId, number } }: { order: Order }) {
  const session = useSession();
  return session ? (
    <Link {...buttonLook()} to={paths.receipt(orderId)} aria-label={`Receipt of order ${number}`}>
      Receipt
    </Link>
  ) : null;
}

/** What a bank statement and the mailbox show, where the order is kept, and its number. */
function Afterwards({ order, children }: { order: Order; children?: ReactNode }) {
  const { orderId, number, statementName, receiptSent, purpose } = order;
  const session = useSession();
  return (
    <ul className={styles.after}>
      {children}
      {statementName && (
        <li>
          <Icon shape={bankIcon} />
          <span>
            Your statement will read <b>{statementName}</b>
            {purpose === 'purchase' && ', without a title'}.
          </span>
        </li>
      )}
      <li>
        <Icon shape={envelopeIcon} />
        <span>
          {receiptSent ? 'A receipt is in your email. ' : ''}
          Order{' '}
          {session ? (
            <Link className="num" to={paths.order(orderId)}>
              {number}
            </Link>
          ) : (
            <b className="num">{number}</b>
          )}
          {session && ' keeps it, with the receipt and the way to a refund.'}
        </span>
      </li>
    </ul>
  );
}

/** A paid purchase in the library. */
export function Purchased({ order }: Extract<PaymentResult, { outcome: 'yours' }>) {
  return (
    <>
      <p className={styles.done}>
        <Icon shape={checkCircleIcon} size="l" />
      </p>
      <PageHeading>It's yours</PageHeading>
      <div className={styles.yours}>
        <OrderItems order={order} isOpenable size="l">
          <Receipt order={order} />
        </OrderItems>
        <Afterwards order={order}>
          <li>
            <Icon shape={bookmarkIcon} />
            <span>
              It stays in <Link to={paths.library}>My Library</Link>, on every device where you log in.
            </span>
          </li>
        </Afterwards>
        {order.items.length > 1 && <Receipt order={order} />}
      </div>
    </>
  );
}

/** A paid contribution or fee. */
export function ContributionThanks({ order }: Extract<PaymentResult, { outcome: 'thanks' }>) {
  return (
    <>
      <p className={styles.done}>
        <Icon shape={checkCircleIcon} size="l" />
      </p>
      <PageHeading>Thank you</PageHeading>
      <div className={styles.face}>
        <p role="status">
          {order.purpose === 'contribution' ? 'Thank you for your Contribution!' : 'Your payment arrived.'}
          {order.gift && ' Your gift is ready to pass on.'}
        </p>
        <p>
          <b className="num">{formatMoney(order.amount)}</b>, and a receipt on its way to your email.
        </p>
        <Afterwards order={order} />
        <div className={styles.acts}>
          {order.gift && (
            <Link {...buttonLook({ tone: 'primary' })} to={paths.order(order.orderId)}>
              See the code
            </Link>
          )}
          <Receipt order={order} />
          <ToLibrary label="Digital library" />
        </div>
      </div>
    </>
  );
}

/** Calls `onChange` once the order is not as it was: the page goes on by itself. */
export const useOrderChange = (order: Order | null, onChange: () => void): void => {
  const latest = useQuery({ ...orderQuery(order?.orderId ?? ''), enabled: order !== null });
  const hasChanged =
    order !== null &&
    latest.data !== undefined &&
    (latest.data.status !== order.status || latest.data.fulfilled !== order.fulfilled);
  const call = useRef(onChange);
  call.current = onChange;
  useEffect(() => {
    if (hasChanged) call.current();
  }, [hasChanged]);
};

/** A paid purchase that is not in the library yet. */
export function DeliveryPending({
  order,
  onRetry,
}: Extract<PaymentResult, { outcome: 'late' }> & { onRetry: () => void }) {
  useOrderChange(order, onRetry);
  return (
    <>
      <PageHeading>Thank you</PageHeading>
      <div className={styles.yours}>
        <p role="status" className={styles.words}>
          Your payment is safe. The title is on its way to your library.
        </p>
        <progress aria-label="On its way to your library" />
        <OrderItems order={order} isOpenable={false} size="l" />
        <p>This page opens it by itself. You can also leave: it comes to your library either way.</p>
        <Afterwards order={order} />
        <div className={styles.acts}>
          <button type="button" {...buttonLook({ tone: 'primary' })} onClick={onRetry}>
            Check again
          </button>
          <ToLibrary />
        </div>
      </div>
    </>
  );
}
