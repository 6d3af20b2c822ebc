import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { awaitPayment, type PaymentRef, paymentRefOf } from '../features/checkout/await-payment.ts';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import styles from './payment-page.module.css';
import { PaymentResultView, ToLibrary } from './payment-result-views.tsx';

function VerifiedPayment({ payment }: { payment: PaymentRef }) {
  const client = useQueryClient();
  const result = useQuery({
    queryKey: ['payments', 'result', payment],
    queryFn: () => awaitPayment(payment),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const outcome = result.data?.outcome;
  useEffect(() => {
    if (outcome === 'yours') void client.invalidateQueries({ queryKey: ['library'] });
  }, [outcome, client]);
  const container = useRef<HTMLDivElement>(null);
  const isSettled = !result.isPending && !result.isFetching;
  // Focus moves to the result, so that screen readers announce it first.
  useEffect(() => {
    if (isSettled) container.current?.querySelector('h1')?.focus();
  }, [isSettled]);
  return (
    <div ref={container}>
      <PaymentResultView result={result} />
    </div>
  );
}

/** The return URL of payment providers. It only names a payment; the status comes from the server. */
export function PaymentSuccessPage() {
  const [params] = useSearchParams();
  const payment = paymentRefOf(params);
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title="Your order" />
      {payment ? (
        <VerifiedPayment payment={payment} key={payment.id} />
      ) : (
        <>
          <PageHeading>Your order</PageHeading>
          <div className={styles.face}>
            <p>We couldn't find a payment in this link. Everything you own is in your library.</p>
            <ToLibrary />
          </div>
        </>
      )}
    </div>
  );
}
