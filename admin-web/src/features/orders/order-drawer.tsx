import type { AdminOrder } from '@satrangi/contracts';
import { formatMoney } from '@satrangi/contracts/pure';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { Drawer } from '../../lib/drawer.tsx';
import { grouped } from '../../lib/format.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { providerText } from '../../lib/provider-text.ts';
import { StatusText } from '../../lib/status-text.tsx';
import { DeclineForm } from './decline-form.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { orderUser } from './order-user.ts';
import { heldBackText, paidTwiceText, purposeText } from './order-words.ts';
import styles from './orders.module.css';
import { orderQuery } from './orders-queries.ts';
import { RefundForm } from './refund-form.tsx';
import { ResendOrder } from './resend-order.tsx';

/** Name, address and id of the buyer: all that the order has (checklist ADM-18). */
function Buyer({ user }: { user: unknown }) {
  const { name, email, id } = orderUser(user);
  if (!name && !email && !id) return 'No account';
  return (
    <>
      {name && <span>{name}</span>}
      {email && <span>{email}</span>}
      {id && (
        <span>
          <Link to={`/?tab=users&q=${encodeURIComponent(id)}`}>{id}</Link>
        </span>
      )}
    </>
  );
}

function OrderSummary({ order }: { order: AdminOrder }) {
  return (
    <dl className={styles.facts}>
      <dt>Status</dt>
      <dd>
        <StatusText status={order.paymentStatus} />
      </dd>
      <dt>For</dt>
      <dd>{purposeText[order.purpose]}</dd>
      <dt>User</dt>
      <dd>
        <Buyer user={order.user} />
      </dd>
      {order.items.length > 0 && (
        <>
          <dt>Items</dt>
          <dd>
            {order.items.map(({ media, format, price }) => (
              <span key={`${media._id} ${format}`}>
                {media.title} ({format}), {formatMoney(price)}
              </span>
            ))}
          </dd>
        </>
      )}
      <dt>Charged</dt>
      <dd className="num">
        {formatMoney(order.amount)}
        {order.amount.currency !== 'INR' && ` (₹${grouped(order.total)})`}
      </dd>
      <dt>Provider</dt>
      <dd>{providerText[order.paymentProvider]}</dd>
      <dt>Reference</dt>
      <dd>{order.reference ?? 'None yet'}</dd>
      <dt>Order ID</dt>
      <dd>{order._id}</dd>
    </dl>
  );
}

/** That one of two payments must be given back, with the way to the other order. */
function PaidTwice({ order: { paidTwice, paymentStatus } }: { order: AdminOrder }) {
  if (!paidTwice || paymentStatus !== 'paid') return null;
  return (
    <p className={styles.warning}>
      {paidTwiceText(paidTwice.orders.length)}
      {paidTwice.orders.map((id) => (
        <Fragment key={id}>
          {' '}
          <Link to={`/?tab=orders&open=${encodeURIComponent(id)}`}>Order {id}</Link>
        </Fragment>
      ))}
    </p>
  );
}

type Props = {
  orderId: string;
  keys: readonly string[];
  /** The order as the list has it, shown while it is fetched again. */
  listed: AdminOrder | undefined;
};

/** One order: what it is, what happened to it, and what an admin can do. */
export function OrderDrawer({ orderId, keys, listed }: Props) {
  const query = useQuery({ ...orderQuery(orderId), placeholderData: () => listed });
  const title = query.data ? `Order ${query.data.number}` : 'Order';
  return (
    <Drawer title={title} keys={keys}>
      <Loaded query={query} loading="Loading the order" error="Failed to load the order" height="20rem">
        {(order) =>
          order === null ? (
            <p>There is no order {orderId}.</p>
          ) : (
            <>
              {order.heldBack && <p className={styles.warning}>{heldBackText[order.heldBack]}</p>}
              {order.paymentStatus === 'mismatch' && (
                <p className={styles.warning}>
                  The provider reports another amount or currency than the order. Nothing was granted.
                </p>
              )}
              <PaidTwice order={order} />
              <OrderSummary order={order} />
              <OrderTimeline order={order} />
              {!query.isPlaceholderData && (
                <>
                  <ResendOrder key={`resend ${order._id}`} order={order} />
                  <DeclineForm key={`decline ${order._id}`} order={order} />
                  <RefundForm key={`refund ${order._id}`} order={order} />
                </>
              )}
            </>
          )
        }
      </Loaded>
    </Drawer>
  );
}
