import type { PaymentIntentResult } from '@stripe/stripe-js';
import type { PaymentOptions } from '../../lib/payments/payments-queries.ts';
import { openStripe } from '../../lib/payments/stripe.ts';
import type { CardPayment } from './checkout-state.ts';

export const storedCardTexts = {
  gone: 'That card is not stored any more. You can pay another way here.',
  priceChanged: 'The price has changed. Check it, then pay.',
  unknown: 'We could not check your payment. Look at your orders before you pay again.',
  refused: 'Payment failed. Please try again or use a different card.',
} as const;

/** `settle`: the server verifies the payment; `unpaid` is the message for the case that it was not taken. */
export type Charge =
  | { readonly next: 'settle'; readonly unpaid?: string }
  | { readonly next: 'details'; readonly message: string };

/** Errors that say for sure that nothing was taken. */
const certain: readonly string[] = ['card_error', 'invalid_request_error', 'validation_error'];

const chargeOf = ({ error }: PaymentIntentResult): Charge => {
  if (!error) return { next: 'settle' };
  const message = error.message || storedCardTexts.refused;
  const status = error.payment_intent?.status;
  const wasTaken = status === 'succeeded' || status === 'processing';
  return certain.includes(error.type) && !wasTaken
    ? { next: 'details', message }
    : { next: 'settle', unpaid: message };
};

/**
 * Confirms a payment with the card that Stripe stores; Stripe shows the confirmation of the bank, if it asks for one.
 * @throws Error when the provider's script does not load: nothing was charged
 */
export const chargeStoredCard = async (
  { clientSecret, storedCardId }: CardPayment,
  options: PaymentOptions,
): Promise<Charge> => {
  if (!storedCardId) return { next: 'details', message: storedCardTexts.gone };
  const stripe = await openStripe(options);
  try {
    return chargeOf(await stripe.confirmCardPayment(clientSecret, { payment_method: storedCardId }));
  } catch {
    return { next: 'settle', unpaid: storedCardTexts.refused };
  }
};
