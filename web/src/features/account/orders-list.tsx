import { formatMoney } from '@satrangi/contracts/pure';
import { ErrorNote, Skeleton } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { dayText } from '../../lib/text.ts';
import { myOrdersQuery, orderTexts } from './orders.ts';
import styles from './profile.module.css';

/** Every order of the reader, newest first: number, day, amount, how it stands. */
export function OrdersList() {
  const orders = useQuery(myOrdersQuery());
  if (orders.isPending)
    return (
      <div role="status" aria-label="Loading orders">
        <Skeleton height="8rem" />
      </div>
    );
  if (orders.isError) return <ErrorNote onRetry={orders.refetch}>Failed to load orders</ErrorNote>;
  if (orders.data.length === 0) return <p className="muted">No orders yet.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard from here
    <section className={styles.scroll} aria-label="All orders" tabIndex={0}>
      <table className={styles.orders}>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Day</th>
            <th scope="col">Title</th>
            <th scope="col">Amount</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {orders.data.map((order) => (
            <tr key={order.orderId}>
              <th scope="row" className="num">
                {order.number}
              </th>
              <td>{dayText(order.createdAt)}</td>
              <td>
                {order.items.map(({ media, mediaType, title }) => (
                  <Link key={media} to={paths.media(mediaType, media)}>
                    <bdi>{title}</bdi>
                  </Link>
                ))}
              </td>
              <td className="num">{formatMoney(order.amount)}</td>
              <td>
                {orderTexts[order.status]}
                {order.status === 'paid' && !order.fulfilled && ', on its way to your library'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
