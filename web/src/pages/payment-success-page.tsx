import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  awaitPayment,
  type PaymentRef,
  type PaymentResult,
  paymentRefOf,
} from '../features/checkout/await-payment.ts';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import styles from './payment-page.module.css';
import { PaymentPending } from './payment-pending.tsx';

/** They load while the payment is verified. */
const views = () => import('./payment-result-views.tsx');
const PaymentResultView = lazy(async () => ({ default: (await views()).PaymentResultView }));
const ToLibrary = lazy(async () => ({ default: (await import('./payment-paid-views.tsx')).ToLibrary }));

function Result({ result }: { result: UseQueryResult<PaymentResult> }) {
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
  return (
    <Suspense fallback={<PaymentPending />}>
      <Result result={result} />
    </Suspense>
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
            <Suspense>
              <ToLibrary />
            </Suspense>
          </div>
        </>
      )}
    </div>
  );
}
