import type { StartedPayment, StoredCard } from '@satrangi/contracts';
import { useToast } from '@satrangi/kit';
import { useEffect, useRef, useState } from 'react';
import type { PaymentOptions } from '../../lib/payments/payments-queries.ts';
import type { Buyer } from './purchase.ts';

export type CardPayment = Extract<StartedPayment, { provider: 'stripe' }>;

/**
 * State of a purchase. In `outside` the provider's window is open and the dialog is hidden; in `charging` a stored card
 * pays, from the press on.
 */
export type CheckoutState =
  | { readonly step: 'details'; readonly message?: string }
  | { readonly step: 'starting' | 'outside' | 'settling' | 'owned' }
  | { readonly step: 'card'; readonly payment: CardPayment }
  | { readonly step: 'charging'; readonly card: StoredCard }
  | { readonly step: 'paid' | 'given'; readonly orderId: string };

export type PurchaseAttempt = {
  readonly buyer: Buyer;
  readonly country: string;
  readonly options: PaymentOptions;
  /** Payments by Stripe: store the card. */
  readonly storesCard?: boolean;
};

/** A purchase by one press: everything that it needs is there before the press. */
export type OnePress = { readonly card: StoredCard; readonly attempt: PurchaseAttempt };

export const checkoutTexts = {
  failedToStart: 'Payment initiation failed.',
  noSession: 'Cashfree payment session ID missing',
  closed: 'Payment was cancelled or failed.',
  refused: 'Payment failed or cancelled.',
  notDelivered: 'Payment succeeded, but delivery failed. Please contact support.',
  failed: 'Payment error',
  settling: 'Checking your payment…',
  success: 'Payment successful! It is in your library.',
  late: 'Your payment is safe. The title is on its way to your library.',
  given: 'Your gift is paid. Its code is with your orders.',
} as const;

/** The outcome for a buyer whose dialog is gone: Back over the provider's window removes it, and not the window. */
const outcomeText = (state: CheckoutState): string | undefined => {
  switch (state.step) {
    case 'details':
      return state.message;
    case 'owned':
      return checkoutTexts.success;
    case 'paid':
      return checkoutTexts.late;
    case 'given':
      return checkoutTexts.given;
    default:
      return undefined;
  }
};

/** The state of a checkout; once its component is gone, the outcome is shown over the page that is open then. */
export const useCheckoutState = (onePress: OnePress | undefined) => {
  const [state, setState] = useState<CheckoutState>(
    onePress ? { step: 'charging', card: onePress.card } : { step: 'details' },
  );
  const showToast = useToast();
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const show = (next: CheckoutState): void => {
    const text = isGone.current ? outcomeText(next) : undefined;
    if (text) showToast(text);
    else setState(next);
  };
  return [state, show] as const;
};
