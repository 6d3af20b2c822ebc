import type { StartedPayment } from '@satrangi/contracts';
import { Skeleton } from '@satrangi/kit';
import type { Stripe } from '@stripe/stripe-js';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { PaymentLayer } from './payment-layer.tsx';
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

/** The card form over the page. */
export function CardDialog({ payment, options, payer, onPaid, onClose, onLoadFailed, children }: Props) {
  const [stripe, setStripe] = useState<Stripe>();
  const loadFailed = useRef(onLoadFailed);
  loadFailed.current = onLoadFailed;
  const isCharging = useRef(false);
  // a charge that runs may still be taken: closing would say that nothing was paid
  const close = (): void => {
    if (!isCharging.current) onClose();
  };

  useEffect(() => {
    let isMounted = true;
    openStripe(options).then(
      (opened) => isMounted && setStripe(opened),
      () => isMounted && loadFailed.current(),
    );
    return () => {
      isMounted = false;
    };
  }, [options]);

  return (
    <PaymentLayer title="Pay by card" onClose={close}>
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
    </PaymentLayer>
  );
}
