import { formatMoney, type Money } from '@satrangi/contracts/pure';
import { Button, Failure } from '@satrangi/kit';
import { AddressElement, Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { paths } from '../paths.ts';
import styles from './card-form.module.css';

/** The provider's fields count as ready this long after they were asked for (storefront §9). */
const READY_AFTER_MS = 500;

const cardTexts = {
  loading: 'Payment form is still loading, please wait...',
  failed: 'Payment failed. Please try again or use a different card.',
  noIntent: 'No payment intent ID returned from Stripe.',
} as const;

type CardFormProps = {
  readonly amount: Money | null;
  /** Filled in as the name of who pays, for them to change. */
  readonly payer?: string | undefined;
  readonly onPaid: (paymentIntentId: string) => void;
};

function Fields({ amount, payer, onPaid }: CardFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  const running = useRef(false);
  useEffect(() => {
    const timer = setTimeout(setReady, READY_AFTER_MS, true);
    return () => clearTimeout(timer);
  }, []);

  /** @returns the sentence to show, or undefined when the money is on its way */
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
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setMessage(undefined);
    const said = await charge().catch(() => 'Payment failed');
    running.current = false;
    // Paid: the button stays as it is until the page moves on.
    if (said === undefined) return;
    setBusy(false);
    setMessage(said);
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
      {/* Dollars are an export of an Indian house: its bank wants name and address, which the provider alone is told. */}
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

/** The provider draws its fields in a frame of its own, so our colours are told to it. */
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
  const [look] = useState(appearance);
  return (
    <Elements stripe={stripe} options={{ clientSecret, appearance: look }}>
      <Fields {...rest} />
    </Elements>
  );
}
