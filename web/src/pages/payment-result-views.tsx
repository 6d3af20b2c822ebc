import type { Order } from '@satrangi/contracts';
import { ApiError, formatMoney } from '@satrangi/contracts/pure';
import { buttonLook, checkCircleIcon, ErrorNote, Icon, scriptProps } from '@satrangi/kit';
import type { UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { PaymentResult } from '../features/checkout/await-payment.ts';
import { isOpen } from '../features/orders/orders.ts';
import { ReceiptButton } from '../features/orders/receipt-button.tsx';
import { kinds } from '../lib/kinds.ts';
import { Link } from '../lib/link.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import styles from './payment-page.module.css';
import { PaymentPending } from './payment-pending.tsx';

const OpenOrder = lazy(async () => ({
  default: (await import('../features/orders/open-order.tsx')).OpenOrder,
}));

function OrderNumber({ number }: { number: string }) {
  return (
    <small className="num">
      Order <b>{number}</b>
    </small>
  );
}

export function ToLibrary({ label = 'My Library' }: { label?: string }) {
  return (
    <Link {...buttonLook({})} to={paths.library}>
      {label}
    </Link>
  );
}

/** Only for logged-in readers: a receipt contains a name. */
function Receipt({ order }: { order: Order }) {
  const session = useSession();
  return session ? <ReceiptButton order={order} size="m" /> : null;
}

function Purchased({ order }: Extract<PaymentResult, { outcome: 'yours' }>) {
  const [item] = order.items;
  return (
    <>
      <PageHeading>It's yours</PageHeading>
      <div className={styles.face}>
        <p className={styles.done}>
          <Icon shape={checkCircleIcon} size="l" />
        </p>
        {order.items.map(({ media, title }) => (
          <p key={media}>
            <bdi {...scriptProps(title)}>{title}</bdi>
          </p>
        ))}
        <div className={styles.acts}>
          {item && (
            <Link
              {...buttonLook({ tone: 'primary', size: 'l' })}
              to={
                kinds[item.mediaType].verb === 'Read'
                  ? paths.read(item.media)
                  : paths.media(item.mediaType, item.media)
              }
            >
              {kinds[item.mediaType].verb} now
            </Link>
          )}
          <ToLibrary />
          <Receipt order={order} />
        </div>
        <OrderNumber number={order.number} />
      </div>
    </>
  );
}

function ContributionThanks({ order }: Extract<PaymentResult, { outcome: 'thanks' }>) {
  return (
    <>
      <PageHeading>Thank you</PageHeading>
      <div className={styles.face}>
        <p className={styles.done}>
          <Icon shape={checkCircleIcon} size="l" />
        </p>
        <p role="status">
          {order.purpose === 'contribution' ? 'Thank you for your Contribution!' : 'Your payment arrived.'}
        </p>
        <p>
          <b className="num">{formatMoney(order.amount)}</b>, and a receipt on its way to your email.
        </p>
        <div className={styles.acts}>
          <Receipt order={order} />
          <ToLibrary label="Digital library" />
        </div>
        <OrderNumber number={order.number} />
      </div>
    </>
  );
}

function DeliveryPending({
  order,
  onRetry,
}: Extract<PaymentResult, { outcome: 'late' }> & { onRetry: () => void }) {
  return (
    <>
      <PageHeading>Thank you</PageHeading>
      <div className={styles.face}>
        <p role="status">Your payment is safe. The title is on its way to your library.</p>
        <OrderNumber number={order.number} />
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

/** Headings for payments that are neither pending nor failed. */
const headings: ReadonlyMap<string, string> = new Map([
  ['refunded', 'Refunded'],
  ['mismatch', 'Being checked'],
]);

function Cancelled({ order }: { order: Order }) {
  const [item] = order.items;
  return (
    <>
      <PageHeading>Order cancelled</PageHeading>
      <div className={styles.face}>
        <p role="status">You cancelled this order.</p>
        <div className={styles.acts}>
          {item && (
            <Link {...buttonLook()} to={paths.media(item.mediaType, item.media)}>
              Back to the {kinds[item.mediaType].inSentence}
            </Link>
          )}
          <ToLibrary />
        </div>
        <OrderNumber number={order.number} />
      </div>
    </>
  );
}

function NotPaid({
  outcome,
  status,
  order,
  onRetry,
}: Extract<PaymentResult, { outcome: 'pending' | 'failed' }> & { onRetry: () => void }) {
  const session = useSession();
  const [item] = order?.items ?? [];
  const canPay = session !== null && order !== null && isOpen(order, Date.now());
  if (order?.cancelledAt && order.status === 'expired') return <Cancelled order={order} />;
  return (
    <>
      <PageHeading>
        {outcome === 'failed' ? 'Payment failed' : (headings.get(status) ?? 'Not paid yet')}
      </PageHeading>
      <div className={styles.face}>
        <p role="alert">
          {outcome === 'failed' ? 'Payment failed or cancelled.' : `Payment status: ${status}`}
        </p>
        {canPay && (
          <Suspense>
            <OpenOrder order={order} size="m" />
          </Suspense>
        )}
        <div className={styles.acts}>
          {outcome === 'pending' && (
            <button type="button" {...buttonLook(canPay ? {} : { tone: 'primary' })} onClick={onRetry}>
              Check again
            </button>
          )}
          {item && (
            <Link
              {...buttonLook(outcome === 'failed' && !canPay ? { tone: 'primary' } : {})}
              to={paths.media(item.mediaType, item.media)}
            >
              Back to the {kinds[item.mediaType].inSentence}
            </Link>
          )}
          {order?.purpose === 'contribution' && (
            <Link
              {...buttonLook(outcome === 'failed' && !canPay ? { tone: 'primary' } : {})}
              to={paths.support}
            >
              Back to giving
            </Link>
          )}
          <ToLibrary />
        </div>
        {order && <OrderNumber number={order.number} />}
      </div>
    </>
  );
}

const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 401);

/** The result of a payment: pending, failed, paid or refused. */
export function PaymentResultView({ result }: { result: UseQueryResult<PaymentResult> }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  const retry = (): void => void result.refetch();

  if (result.isPending || result.isFetching) return <PaymentPending />;
  // A purchase is shown only to its buyer; a contribution without an account, to anyone with its order id.
  if (isRefused(result.error) && !session)
    return <Navigate to={paths.loginThen(pathname + search)} replace />;
  if (result.isError)
    return (
      <>
        <PageHeading>Payment</PageHeading>
        <div className={styles.face}>
          <ErrorNote onRetry={retry}>Payment confirmation failed.</ErrorNote>
          <div className={styles.acts}>
            {session && (
              <Link {...buttonLook()} to={paths.orders}>
                Your orders
              </Link>
            )}
            <ToLibrary />
          </div>
        </div>
      </>
    );
  const { data } = result;
  if (data.outcome === 'thanks') return <ContributionThanks {...data} />;
  if (data.outcome === 'yours') return <Purchased {...data} />;
  if (data.outcome === 'late') return <DeliveryPending {...data} onRetry={retry} />;
  return <NotPaid {...data} onRetry={retry} />;
}
