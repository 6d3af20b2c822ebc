import type { Order } from '@satrangi/contracts';
import { ApiError } from '@satrangi/contracts/pure';
import { buttonLook, ErrorNote } from '@satrangi/kit';
import type { UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { PaymentResult } from '../features/checkout/await-payment.ts';
import { OrderItems } from '../features/orders/order-items.tsx';
import { isOpen } from '../features/orders/orders.ts';
import { kinds } from '../lib/kinds.ts';
import { Link } from '../lib/link.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import styles from './payment-page.module.css';
import {
  ContributionThanks,
  DeliveryPending,
  OrderNumber,
  Purchased,
  ToLibrary,
  useOrderChange,
} from './payment-paid-views.tsx';
import { PaymentPending } from './payment-pending.tsx';

const OpenOrder = lazy(async () => ({
  default: (await import('../features/orders/open-order.tsx')).OpenOrder,
}));

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
        <OrderNumber order={order} />
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
  useOrderChange(outcome === 'pending' && order?.status === 'pending' ? order : null, onRetry);
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
        {order && order.items.length > 0 && <OrderItems order={order} isOpenable={false} />}
        {canPay && <p>The order stays open at the same price, and you pay once.</p>}
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
        {order && <OrderNumber order={order} />}
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
