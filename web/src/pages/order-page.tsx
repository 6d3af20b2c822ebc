import { ApiError } from '@satrangi/contracts/pure';
import { ErrorNote, Skeleton } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import styles from '../features/orders/order-page.module.css';
import { orderQuery } from '../features/orders/orders.ts';
import { Link } from '../lib/link.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { paths } from '../lib/paths.ts';
import { PrivatePageHead } from '../lib/private-page-head.tsx';
import { useSession } from '../lib/session.ts';

/** It loads while the order is fetched. */
const view = () => import('../features/orders/order-view.tsx');
const OrderView = lazy(async () => ({ default: (await view()).OrderView }));

function Loading() {
  return (
    <>
      <PageHeading className="vh">Order</PageHeading>
      <div role="status" aria-label="Loading the order">
        <Skeleton height="16rem" />
      </div>
    </>
  );
}

function OrderOrFailure({ orderId }: { orderId: string }) {
  const order = useQuery(orderQuery(orderId));
  useEffect(() => {
    view().catch(() => undefined);
  }, []);
  if (order.isPending) return <Loading />;
  if (order.data)
    return (
      <Suspense fallback={<Loading />}>
        <OrderView order={order.data} />
      </Suspense>
    );
  const isUnknown = order.error instanceof ApiError && order.error.status === 404;
  return (
    <>
      <PageHeading>{isUnknown ? 'Order not found' : 'Order'}</PageHeading>
      {isUnknown ? (
        <p className={styles.lede}>This order does not exist, or belongs to another account.</p>
      ) : (
        <ErrorNote onRetry={order.refetch}>We couldn't load this order. Your payment is safe.</ErrorNote>
      )}
    </>
  );
}

/** One order of the reader: its state, what can be done now, and what happened. */
export function OrderPage() {
  const session = useSession();
  const { id = '' } = useParams();
  if (!session) return <Navigate to={paths.loginThen(paths.order(id))} replace />;
  return (
    <div className={`wrap ${styles.page}`}>
      <PrivatePageHead title="Order" />
      <p className={styles.back}>
        <Link to={paths.orders}>All orders</Link>
      </p>
      <OrderOrFailure orderId={id} key={id} />
    </div>
  );
}
