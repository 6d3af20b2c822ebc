import type { Stripe } from '@stripe/stripe-js';
import { loadScript } from '../load-script.ts';
import type { PaymentOptions } from './payments-queries.ts';

/** Loads Stripe's script on demand, without its behavioural tracking. @throws Error when the script does not load */
export const openStripe = async ({
  sandbox,
  stripePublishableKey,
}: Pick<PaymentOptions, 'sandbox' | 'stripePublishableKey'>): Promise<Stripe> => {
  if (sandbox) await loadScript('/sandbox/stripe.js');
  const { loadStripe } = await import('@stripe/stripe-js/pure');
  if (!sandbox) loadStripe.setLoadParameters({ advancedFraudSignals: false });
  const stripe = await loadStripe(stripePublishableKey);
  if (!stripe) throw new Error('Stripe did not load');
  return stripe;
};
