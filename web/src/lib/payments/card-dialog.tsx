import type { StartedPayment } from '@satrangi/contracts';
import { closeIcon, Icon, IconButton, Skeleton } from '@satrangi/kit';
import type { Stripe } from '@stripe/stripe-js';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './card-dialog.module.css';
import type { PaymentOptions } from './payments-queries.ts';
import { openStripe } from './stripe.ts';

const CardForm = lazy(async () => ({ default: (await import('./card-form.tsx')).CardForm }));

type Props = {
  readonly payment: Extract<StartedPayment, { provider: 'stripe' }>;
  readonly options: PaymentOptions;
  readonly payer?: string | undefined;
  readonly onPaid: (paymentIntentId: string) => void;
  readonly onClose: () => void;
  readonly onLoadFailed: () => void;
  /** The order summary above the card fields. */
  readonly children?: ReactNode;
};

/**
 * The card form over the page. Not a modal `<dialog>`: the bank's 3-D Secure frame opens beside it, and a modal
 * dialog would make that frame inert. Instead the page below is inert.
 */
export function CardDialog({ payment, options, payer, onPaid, onClose, onLoadFailed, children }: Props) {
  const [stripe, setStripe] = useState<Stripe>();
  const panel = useRef<HTMLDivElement>(null);
  const callbacks = useRef({ onClose, onLoadFailed });
  callbacks.current = { onClose, onLoadFailed };
  const isCharging = useRef(false);
  // a charge that runs may still be taken: closing would say that nothing was paid
  const close = (): void => {
    if (!isCharging.current) onClose();
  };

  useEffect(() => {
    const root = document.getElementById('root');
    const previousFocus = document.activeElement;
    if (root) root.inert = true;
    document.documentElement.dataset.modal = '';
    panel.current?.focus();
    return () => {
      if (root) root.inert = false;
      delete document.documentElement.dataset.modal;
      if (previousFocus instanceof HTMLElement) previousFocus.focus();
    };
  }, []);

  useEffect(() => {
    let isMounted = true;
    openStripe(options).then(
      (opened) => isMounted && setStripe(opened),
      () => isMounted && callbacks.current.onLoadFailed(),
    );
    return () => {
      isMounted = false;
    };
  }, [options]);

  return createPortal(
    <div className={styles.scrim}>
      <div
        ref={panel}
        className={styles.panel}
        role="dialog"
        aria-modal="true"
        aria-label="Pay by card"
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close();
        }}
      >
        <div className={styles.head}>
          <h2>Pay by card</h2>
          <IconButton label="Close" onClick={close}>
            <Icon shape={closeIcon} />
          </IconButton>
        </div>
        {children}
        <Suspense fallback={<Skeleton height="14rem" />}>
          {stripe ? (
            <CardForm
              stripe={stripe}
              clientSecret={payment.clientSecret}
              amount={payment.amount}
              payer={payer}
              onPaid={onPaid}
              onCharging={(is) => {
                isCharging.current = is;
              }}
            />
          ) : (
            <Skeleton height="14rem" />
          )}
        </Suspense>
      </div>
    </div>,
    document.body,
  );
}
