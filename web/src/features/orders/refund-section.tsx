import type { Order } from '@satrangi/contracts';
import { Button } from '@satrangi/kit';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { dateTimeText } from '../../lib/dates.ts';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import styles from './order-page.module.css';
import { noRefundText } from './order-state.ts';
import { canRequestRefund } from './orders.ts';

const RefundDialog = lazy(async () => ({
  default: (await import('./refund-dialog.tsx')).RefundDialog,
}));

const TakeBackDialog = lazy(async () => ({
  default: (await import('./take-back-dialog.tsx')).TakeBackDialog,
}));

const REFUND =
  'You can ask for your money back within 3 days of paying if the title does not open or play, is not what its page said, or was bought by mistake. A person answers within 48 hours. Once the refund is on its way, the title leaves your library, and banks take 7 to 10 business days.';
const GIFT_REFUND =
  'Until the gift is opened you can take it back. The code ends at once, and the money goes back the way it came: banks take 7 to 10 business days.';

/** The refund policy in words, and the request: one press opens it, one press on a reason sends it. */
export function RefundSection({ order }: { order: Order }) {
  const [isConfirming, setConfirming] = useState(false);
  const [isSent, setSent] = useState(false);
  const message = useRef<HTMLParagraphElement>(null);
  const isRequested = order.refund === 'asked';
  // The button that opened the dialog is gone: focus goes to the sentence that replaced it.
  useEffect(() => {
    if (isSent && isRequested && !isConfirming) message.current?.focus();
  }, [isSent, isRequested, isConfirming]);
  const can = canRequestRefund(order, Date.now());
  const why = noRefundText(order, Date.now());
  const isDeclined = order.refund === 'declined';
  if (!can && !isRequested && !isDeclined && why === null) return null;
  return (
    <section className={styles.part} aria-labelledby="refund">
      <h2 id="refund">Refund</h2>
      {isRequested && (
        <p ref={message} tabIndex={-1} role="status" className={styles.asked}>
          We have your request. A person reads it and answers within 48 hours.
        </p>
      )}
      {isDeclined && (
        <div role="status">
          <p>We read your request, and this order stays as it is. Our answer:</p>
          {order.refundDeclined && <blockquote className={styles.answer}>{order.refundDeclined}</blockquote>}
          <p>
            If something is still wrong, <Link to={paths.support}>write to us</Link>.
          </p>
        </div>
      )}
      {why && <p>{why}</p>}
      {can && (
        <>
          <p>{order.gift ? GIFT_REFUND : REFUND}</p>
          {order.refundUntil && (
            <p>
              Possible until <b className="num">{dateTimeText(order.refundUntil)}</b>.
            </p>
          )}
          <Button aria-haspopup="dialog" onClick={() => setConfirming(true)}>
            {order.gift ? 'Take the gift back' : 'Ask for a refund'}
          </Button>
        </>
      )}
      <p className={styles.policy}>
        <Link to={paths.refunds}>Refund policy</Link>
      </p>
      {isConfirming && (
        <Suspense>
          {order.gift ? (
            <TakeBackDialog order={order} onClose={() => setConfirming(false)} />
          ) : (
            <RefundDialog order={order} onSent={() => setSent(true)} onClose={() => setConfirming(false)} />
          )}
        </Suspense>
      )}
    </section>
  );
}
