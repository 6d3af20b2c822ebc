import { z } from 'zod';
import { type InjectedFault, reported } from '../knobs.ts';
import { WebhookMode, type Webhooks } from '../webhooks.ts';
import type { PaymentMethod } from './customer-records.ts';
import { invalidRequest, noSuch, noSuchParam, stripeRefusal } from './stripe-errors.ts';
import { type Intent, type StripeRecords, toIntent } from './stripe-records.ts';
import { announceStripe, type StripeEventDraft } from './stripe-webhooks.ts';
import { type TypedCard, typedCard } from './test-cards.ts';

export const PayIntent = z.strictObject({
  clientSecret: z.string().min(1),
  outcome: z.enum(['succeeded', 'failed', 'canceled']),
  webhook: WebhookMode.default('send'),
  declineCode: z.string().default('generic_decline'),
});
export type PayIntent = z.infer<typeof PayIntent>;

/** With `paymentMethod` a stored card pays; otherwise one that is typed into the form, by default 4242. */
export type Confirmation = PayIntent & { readonly card?: TypedCard; readonly paymentMethod?: string };

/** @throws ProviderRefusal when the stored card is not one of the intent's customer */
const storedMethod = (records: StripeRecords, intent: Intent, id: string): PaymentMethod => {
  const method = records.customers.methods.get(id);
  if (!method) throw noSuchParam('payment_method', id);
  if (intent.customer === null)
    throw invalidRequest(
      'The payment method you provided is attached to a customer so for security purposes you must provide the customer in the request.',
      { param: 'payment_method' },
    );
  if (method.customer === null || method.customer !== intent.customer)
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param: 'payment_method' },
    );
  return method;
};

/** The intent with the card that pays it, which is attached to the customer if that was requested. */
const withCard = (records: StripeRecords, intent: Intent, card: TypedCard, at: Date): Intent => {
  const shown = { brand: card.brand, last4: card.last4 };
  if (intent.customer === null || intent.setupFutureUsage === null) return { ...intent, card: shown };
  const method = records.customers.attach(records.customers.existing(intent.customer).id, card, at);
  return { ...intent, card: shown, paymentMethod: method.id };
};

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

export type PayWithStripe = (order: Confirmation, fault?: InjectedFault) => Intent;

/**
 * Applies an outcome to an intent. A declined card leaves it open for another attempt; a paid or cancelled intent is
 * refused, as at Stripe.
 */
export const payIntent = (records: StripeRecords, webhooks: Webhooks, now: () => Date): PayWithStripe => {
  /** Outcome of the card, and the intent with it. */
  const charge = (intent: Intent, { outcome, declineCode, card, paymentMethod }: Confirmation) => {
    if (outcome === 'canceled') return { outcome, declineCode, charged: intent };
    if (paymentMethod !== undefined) {
      const { id, brand, last4, isDeclined } = storedMethod(records, intent, paymentMethod);
      const charged = { ...intent, card: { brand, last4 }, paymentMethod: id };
      return { outcome: isDeclined ? ('failed' as const) : outcome, declineCode, charged };
    }
    const typed = card ?? typedCard('4242424242424242');
    // 4000 0000 0000 0341: Stripe attaches it and declines later payments; here the payment that stores it succeeds
    const isStored = intent.customer !== null && intent.setupFutureUsage !== null;
    const passes = outcome === 'succeeded' || (typed.isDeclinedOnceStored && isStored);
    const charged = passes ? withCard(records, intent, typed, now()) : intent;
    return { outcome: passes ? ('succeeded' as const) : outcome, declineCode, charged };
  };

  return (order, fault = {}) => {
    const { clientSecret, webhook } = order;
    const intent = records.ofSecret(clientSecret);
    if (!intent) {
      throw noSuch('payment_intent', clientSecret.split('_secret_')[0] ?? '');
    }
    if (intent.status !== 'requires_payment_method') {
      throw stripeRefusal(400, {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        message: `This PaymentIntent's status is ${intent.status}, so it cannot be ${order.outcome === 'canceled' ? 'canceled' : 'confirmed'}.`,
        payment_intent: toIntent(intent, records.refundsOf(intent.id)),
      });
    }
    const { outcome, declineCode, charged } = charge(intent, order);
    const after =
      outcome === 'succeeded'
        ? paid(charged, fault, now())
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
};
