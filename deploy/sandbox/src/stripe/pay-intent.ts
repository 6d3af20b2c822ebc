import { z } from 'zod';
import { type InjectedFault, reported } from '../knobs.ts';
import { WebhookMode, type Webhooks } from '../webhooks.ts';
import { noSuch, stripeRefusal } from './stripe-errors.ts';
import { type Intent, type StripeRecords, toIntent } from './stripe-records.ts';
import { announceStripe, type StripeEventDraft } from './stripe-webhooks.ts';

export const PayIntent = z.strictObject({
  clientSecret: z.string().min(1),
  outcome: z.enum(['succeeded', 'failed', 'canceled']),
  webhook: WebhookMode.default('send'),
  declineCode: z.string().default('generic_decline'),
});
export type PayIntent = z.infer<typeof PayIntent>;

const declineMessages: Record<string, string> = {
  generic_decline: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  test_mode_live_card: 'Your card was declined. Your request was in test mode, but used a non test card.',
};

const paid = (intent: Intent, fault: InjectedFault, at: Date): Intent => {
  const { amountMinor, currency } = reported(
    { amountMinor: intent.amount, currency: intent.currency },
    fault,
  );
  return {
    ...intent,
    status: 'succeeded',
    lastError: null,
    chargedAt: Math.floor(at.getTime() / 1000),
    amount: amountMinor,
    currency: currency.toLowerCase(),
  };
};

const declined = (intent: Intent, declineCode: string): Intent => ({
  ...intent,
  lastError: {
    code: declineCode === 'expired_card' || declineCode === 'incorrect_cvc' ? declineCode : 'card_declined',
    declineCode,
    message: declineMessages[declineCode] ?? 'Your card was declined.',
  },
});

const events: Record<PayIntent['outcome'], StripeEventDraft['type']> = {
  succeeded: 'payment_intent.succeeded',
  failed: 'payment_intent.payment_failed',
  canceled: 'payment_intent.canceled',
};

export type PayWithStripe = (order: PayIntent, fault?: InjectedFault) => Intent;

/**
 * Applies an outcome to an intent. A declined card leaves it open for another attempt; a paid or cancelled intent is
 * refused, as at Stripe.
 */
export const payIntent =
  (records: StripeRecords, webhooks: Webhooks, now: () => Date): PayWithStripe =>
  ({ clientSecret, outcome, webhook, declineCode }, fault = {}) => {
    const intent = records.ofSecret(clientSecret);
    if (!intent) {
      throw noSuch('payment_intent', clientSecret.split('_secret_')[0] ?? '');
    }
    if (intent.status !== 'requires_payment_method') {
      throw stripeRefusal(400, {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        message: `This PaymentIntent's status is ${intent.status}, so it cannot be ${outcome === 'canceled' ? 'canceled' : 'confirmed'}.`,
        payment_intent: toIntent(intent, records.refundsOf(intent.id)),
      });
    }
    const after =
      outcome === 'succeeded'
        ? paid(intent, fault, now())
        : outcome === 'failed'
          ? declined(intent, declineCode)
          : { ...intent, status: 'canceled' as const, canceledAt: Math.floor(now().getTime() / 1000) };
    records.intents.put(after);
    announceStripe(
      webhooks,
      now,
    )({
      type: events[outcome],
      about: after.id,
      mode: webhook,
      object: (misreport) => toIntent(after, records.refundsOf(after.id), misreport),
    });
    return after;
  };
