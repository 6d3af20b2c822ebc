import { formatMoney, type Money } from '@satrangi/contracts/pure';
import { Button, Failure } from '@satrangi/kit';
import { AddressElement, Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { paths } from '../paths.ts';
import styles from './card-form.module.css';

/** The provider's fields count as ready after this delay (storefront §9). */
const READY_AFTER_MS = 500;

const cardTexts = {
  loading: 'Payment form is still loading, please wait...',
  failed: 'Payment failed. Please try again or use a different card.',
  noIntent: 'No payment intent ID returned from Stripe.',
} as const;

type CardFormProps = {
  readonly amount: Money | null;
  /** Default of the name field. */
  readonly payer?: string | undefined;
  readonly onPaid: (paymentIntentId: string) => void;
  /** Called when a charge begins, and when it has ended. */
  readonly onCharging?: (isCharging: boolean) => void;
};

function Fields({ amount, payer, onPaid, onCharging }: CardFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  const isSubmitting = useRef(false);
  useEffect(() => {
    const timer = setTimeout(setReady, READY_AFTER_MS, true);
    return () => clearTimeout(timer);
  }, []);

  /** @returns the error to show, or undefined when the payment succeeded */
  const charge = async (): Promise<string | undefined> => {
    if (!stripe || !elements || !isReady) return cardTexts.loading;
    const { error, paymentIntent } = await stripe.confirmPayment({
      elements,
      redirect: 'if_required',
      confirmParams: { return_url: `${location.origin}${paths.paymentSuccess}` },
    });
    if (error) return error.message || cardTexts.failed;
    if (!paymentIntent?.id) return cardTexts.noIntent;
    if (paymentIntent.status !== 'succeeded') return `Payment status: ${paymentIntent.status}`;
    onPaid(paymentIntent.id);
    return undefined;
  };

  const submit = async (): Promise<void> => {
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    setBusy(true);
    onCharging?.(true);
    setMessage(undefined);
    const failure = await charge().catch(() => 'Payment failed');
    isSubmitting.current = false;
    onCharging?.(false);
    // Paid: the button stays busy until the page navigates.
    if (failure === undefined) return;
    setBusy(false);
    setMessage(failure);
  };

  return (
    <form
      className={styles.form}
      aria-label="Card"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      {/* Dollar payments are exports from India: the bank requires name and address. Only the provider gets them. */}
      {amount?.currency !== 'INR' && (
        <AddressElement options={{ mode: 'billing', ...(payer ? { defaultValues: { name: payer } } : {}) }} />
      )}
      <PaymentElement />
      <Failure>{message}</Failure>
      <Button tone="primary" size="l" wide type="submit" aria-disabled={busy}>
        {busy ? 'One moment…' : amount ? `Pay ${formatMoney(amount)}` : 'Pay'}
      </Button>
    </form>
  );
}

/** Stripe renders its fields in its own frame, so it gets our colours as variables. */
const appearance = () => {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const isDark = style.colorScheme === 'dark';
  return {
    theme: isDark ? ('night' as const) : ('stripe' as const),
    variables: Object.fromEntries(
      Object.entries({
        colorPrimary: token('--primary'),
        colorBackground: token('--surface'),
        colorText: token('--ink'),
        colorDanger: token('--danger'),
      }).filter(([, value]) => value !== ''),
    ),
  };
};

export function CardForm({
  stripe,
  clientSecret,
  ...rest
}: { stripe: Stripe; clientSecret: string } & CardFormProps) {
  const [appearanceOnce] = useState(appearance);
  return (
    <Elements stripe={stripe} options={{ clientSecret, appearance: appearanceOnce }}>
      <Fields {...rest} />
    </Elements>
  );
}
