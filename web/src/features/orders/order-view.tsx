import type { Order } from '@satrangi/contracts';
import { Button, buttonLook, Failure, Skeleton } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { withGift } from '../../lib/gift-link.ts';
import { Link } from '../../lib/link.tsx';
import { PageHeading } from '../../lib/page-heading.tsx';
import { paths, withBuy } from '../../lib/paths.ts';
import { OrderCover } from './order-cover.tsx';
import { OrderDetails, OrderHistory } from './order-details.tsx';
import { OrderItems } from './order-items.tsx';
import styles from './order-page.module.css';
import { isGranted, orderState } from './order-state.ts';
import { claimText, isMoving, isOpen, orderFailure, purposeTexts, refetchOrders } from './orders.ts';
import { RefundSection } from './refund-section.tsx';

const GiftSection = lazy(async () => ({
  default: (await import('./gift-section.tsx')).GiftSection,
}));
const OpenOrder = lazy(async () => ({ default: (await import('./open-order.tsx')).OpenOrder }));

/** Reads the payment from the provider again, for a buyer who has paid and does not see it. */
function CheckPayment({ order }: { order: Order }) {
  const client = useQueryClient();
  const isChecking = useRef(false);
  const [result, setResult] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const check = async (): Promise<void> => {
    if (isChecking.current) return;
    isChecking.current = true;
    setFailure(undefined);
    setResult('Checking…');
    try {
      setResult(claimText(await api.payments.claimOrder({ body: { orderId: order.orderId } })));
      await refetchOrders(client);
    } catch (error) {
      setResult(undefined);
      setFailure(orderFailure('Payment confirmation failed.')(error));
    } finally {
      isChecking.current = false;
    }
  };
  return (
    <div className={styles.check}>
      <Button tone="quiet" onClick={() => void check()}>
        I have paid: check now
      </Button>
      <p role="status">{result}</p>
      <Failure>{failure}</Failure>
    </div>
  );
}

function Actions({ order, open }: { order: Order; open: boolean }) {
  const [item] = order.items;
  const isClosed = !open && ['pending', 'failed', 'expired'].includes(order.status);
  return (
    <div className={styles.actions}>
      {open && (
        <Suspense fallback={<Skeleton height="2.75rem" />}>
          <OpenOrder order={order} size="m" />
        </Suspense>
      )}
      {isClosed && item && (
        <Link
          {...buttonLook({ tone: 'primary' })}
          to={(order.gift ? withGift : withBuy)(paths.media(item.mediaType, item.media))}
        >
          Buy it again
        </Link>
      )}
      {order.paidAt !== null && (
        <Link {...buttonLook()} to={paths.receipt(order.orderId)}>
          Receipt
        </Link>
      )}
      {isGranted(order) && (
        <Link {...buttonLook()} to={paths.library}>
          My Library
        </Link>
      )}
      {(isMoving(order) || (isClosed && !order.cancelledAt)) && <CheckPayment order={order} />}
    </div>
  );
}

/** The state of an order, what can be done now, and what happened. */
export function OrderView({ order }: { order: Order }) {
  const open = isOpen(order, Date.now());
  const { heading, text, mood } = orderState(order, open);
  return (
    <>
      <PageHeading data-mood={mood}>{heading}</PageHeading>
      <p role="status" className={styles.lede}>
        {text}
      </p>
      <div className={styles.columns}>
        <div className={styles.main}>
          {order.items.length > 0 ? (
            <OrderItems order={order} isOpenable={isGranted(order)} />
          ) : (
            <div className={styles.uncovered}>
              <OrderCover order={order} />
              <p className={styles.purpose}>{purposeTexts[order.purpose]}</p>
            </div>
          )}
          <Actions order={order} open={open} />
          {order.gift?.code && (
            <Suspense fallback={<Skeleton height="12rem" />}>
              <GiftSection code={order.gift.code} mail={order.gift.mail} />
            </Suspense>
          )}
          <RefundSection order={order} />
        </div>
        <div className={styles.side}>
          <section className={styles.part} aria-labelledby="facts">
            <h2 id="facts">This order</h2>
            <OrderDetails order={order} />
          </section>
          <OrderHistory order={order} />
        </div>
      </div>
    </>
  );
}
