import { buttonLook, ErrorNote, Skeleton } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { ClaimForm } from './claim-form.tsx';
import { OrderCard } from './order-card.tsx';
import styles from './orders.module.css';
import { myOrdersQuery } from './orders.ts';

/** The reader's orders, newest first; with more than `most`, a link leads to all of them. */
export function OrdersList({ max = Number.POSITIVE_INFINITY }: { max?: number }) {
  const orders = useQuery(myOrdersQuery());
  if (orders.isPending)
    return (
      <div role="status" aria-label="Loading orders">
        <Skeleton height="8rem" />
      </div>
    );
  if (orders.isLoadingError) return <ErrorNote onRetry={orders.refetch}>Failed to load orders</ErrorNote>;
  const { length } = orders.data;
  return (
    <div className={styles.list}>
      {length === 0 ? (
        <>
          <p className="muted">No orders yet.</p>
          <Link {...buttonLook()} to={paths.library}>
            Browse the digital library
          </Link>
        </>
      ) : (
        <ul className={styles.orders} aria-label="Orders">
          {orders.data.slice(0, max).map((order) => (
            <OrderCard key={order.orderId} order={order} />
          ))}
        </ul>
      )}
      {length > max && (
        <Link {...buttonLook()} to={paths.orders}>
          All {length} orders
        </Link>
      )}
      <ClaimForm />
    </div>
  );
}
