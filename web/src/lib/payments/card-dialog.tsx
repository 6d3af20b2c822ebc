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
  readonly onBroken: () => void;
  /** What is being paid for, above the card. */
  readonly children?: ReactNode;
};

/**
 * The card form over the page. Not a modal `<dialog>`: the bank's own question opens in a frame beside it, and a
 * modal dialog would make that frame deaf. The page below is inert instead.
 */
export function CardDialog({ payment, options, payer, onPaid, onClose, onBroken, children }: Props) {
  const [stripe, setStripe] = useState<Stripe>();
  const panel = useRef<HTMLDivElement>(null);
  const ways = useRef({ onClose, onBroken });
  ways.current = { onClose, onBroken };

  useEffect(() => {
    const root = document.getElementById('root');
    const cameFrom = document.activeElement;
    if (root) root.inert = true;
    document.documentElement.dataset.modal = '';
    panel.current?.focus();
    return () => {
      if (root) root.inert = false;
      delete document.documentElement.dataset.modal;
      if (cameFrom instanceof HTMLElement) cameFrom.focus();
    };
  }, []);

  useEffect(() => {
    let isHere = true;
    openStripe(options).then(
      (opened) => isHere && setStripe(opened),
      () => isHere && ways.current.onBroken(),
    );
    return () => {
      isHere = false;
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
          if (event.key === 'Escape') onClose();
        }}
      >
        <div className={styles.head}>
          <h2>Pay by card</h2>
          <IconButton label="Close" onClick={onClose}>
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
