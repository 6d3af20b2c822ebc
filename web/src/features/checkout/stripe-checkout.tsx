import { ApiError } from '@satrangi/contracts/pure';
import { ErrorNote, Skeleton } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { api } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { paymentsQueries } from '../../lib/payments/payments-queries.ts';
import { openStripe } from '../../lib/payments/stripe.ts';
import { confirmStripe } from '../../lib/payments/verify-payment.ts';

const CardForm = lazy(async () => ({ default: (await import('../../lib/payments/card-form.tsx')).CardForm }));

const NOT_STARTED = 'Payment initialization failed. Please try again.';
/** Cards are for buyers outside India; the form is the same for all other countries. */
const ABROAD = 'US';

/** `pi_123` of `pi_123_secret_456`: the id of the payment intent, which is not secret. */
export const intentOf = (clientSecret: string): string | null =>
  /^(pi_[A-Za-z0-9]+)_secret_/.exec(clientSecret)?.[1] ?? null;

export function StripeCheckout({ clientSecret }: { clientSecret: string }) {
  const navigate = useNavigate();
  const intent = intentOf(clientSecret);
  const [failure, setFailure] = useState<{ text: string; retry: () => void }>();
  const options = useQuery({ ...paymentsQueries.options(ABROAD), enabled: intent !== null });
  const stripe = useQuery({
    queryKey: ['payments', 'stripe'],
    queryFn: async () => (options.data ? openStripe(options.data) : Promise.reject(new Error('no options'))),
    enabled: options.data !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // A Stripe object, not data: it must not be compared or copied.
    structuralSharing: false,
  });
  const order = useQuery({
    queryKey: ['payments', 'order', intent],
    queryFn: () => api.payments.getOrder({ params: { orderId: intent ?? '' } }),
    enabled: intent !== null,
  });

  const confirm = async (paymentIntentId: string): Promise<void> => {
    setFailure(undefined);
    try {
      await confirmStripe(paymentIntentId);
      await navigate(`${paths.paymentSuccess}?${new URLSearchParams({ payment_intent: paymentIntentId })}`);
    } catch (error) {
      const hasMessage = error instanceof ApiError && error.code === 'payment-not-complete';
      setFailure({
        text: hasMessage ? error.message : 'Payment confirmation failed.',
        retry: () => void confirm(paymentIntentId),
      });
    }
  };

  if (intent === null) return <p role="alert">{NOT_STARTED}</p>;
  if (options.isLoadingError || stripe.isLoadingError)
    return (
      <ErrorNote onRetry={() => void (options.isLoadingError ? options.refetch() : stripe.refetch())}>
        {NOT_STARTED}
      </ErrorNote>
    );
  if (failure) return <ErrorNote onRetry={failure.retry}>{failure.text}</ErrorNote>;
  if (!stripe.data || order.isPending) return <Skeleton height="14rem" />;
  return (
    <Suspense fallback={<Skeleton height="14rem" />}>
      <CardForm
        stripe={stripe.data}
        clientSecret={clientSecret}
        amount={order.data?.amount ?? null}
        onPaid={(paymentIntentId) => void confirm(paymentIntentId)}
      />
    </Suspense>
  );
}
