import { z } from 'zod';
import { reported, type Trouble } from '../knobs.ts';
import type { Ledger } from '../ledger.ts';

const Metadata = z.record(z.string(), z.string());

export const Intent = z.object({
  id: z.string(),
  clientSecret: z.string(),
  /** Minor units. */
  amount: z.int(),
  /** Lower case, as Stripe writes it. */
  currency: z.string(),
  status: z.enum(['requires_payment_method', 'succeeded', 'canceled']),
  /** Seconds since 1970. */
  created: z.int(),
  description: z.string().nullable(),
  receiptEmail: z.string().nullable(),
  shipping: z.unknown(),
  metadata: Metadata,
  lastError: z.object({ code: z.string(), declineCode: z.string(), message: z.string() }).nullable(),
  canceledAt: z.int().nullable(),
});
export type Intent = z.infer<typeof Intent>;

export const Refund = z.object({
  id: z.string(),
  intentId: z.string(),
  amount: z.int(),
  currency: z.string(),
  reason: z.string().nullable(),
  metadata: Metadata,
  created: z.int(),
});
export type Refund = z.infer<typeof Refund>;

export type StripeRecords = ReturnType<typeof stripeRecords>;

/** Stripe's own memory. A succeeded intent has exactly one charge, named after it. */
export const stripeRecords = (ledger: Ledger) => {
  const intents = ledger.table<Intent>('stripe.intents', Intent);
  const refunds = ledger.table<Refund>('stripe.refunds', Refund);
  const byIntent = new Map<string, Refund[]>();
  const index = (refund: Refund): void => {
    byIntent.set(refund.intentId, [...(byIntent.get(refund.intentId) ?? []), refund]);
  };
  for (const refund of refunds.all()) index(refund);
  return {
    intents,
    refund: refunds.get,
    addRefund: (refund: Refund): void => {
      refunds.put(refund);
      index(refund);
    },
    refundsOf: (intentId: string): Refund[] => byIntent.get(intentId) ?? [],
    ofSecret: (clientSecret: string): Intent | undefined => {
      const intent = intents.get(clientSecret.split('_secret_')[0] ?? '');
      return intent?.clientSecret === clientSecret ? intent : undefined;
    },
  };
};

export const chargeIdOf = (intent: Pick<Intent, 'id'>): string => intent.id.replace(/^pi_/, 'ch_');
export const intentIdOf = (chargeId: string): string => chargeId.replace(/^ch_/, 'pi_');

export const refundedOf = (refunds: readonly Refund[]): number =>
  refunds.reduce((sum, { amount }) => sum + amount, 0);

const amountOf = (intent: Intent, trouble: Trouble): { amount: number; currency: string } => {
  const { amountMinor, currency } = reported(
    { amountMinor: intent.amount, currency: intent.currency },
    trouble,
  );
  return { amount: amountMinor, currency: currency.toLowerCase() };
};

export const declineOf = ({ lastError }: Pick<Intent, 'lastError'>) =>
  lastError && {
    type: 'card_error',
    code: lastError.code,
    decline_code: lastError.declineCode,
    message: lastError.message,
  };

/** The Charge object of a succeeded intent, as the API shows it. */
export const toCharge = (intent: Intent, refunds: readonly Refund[], trouble: Trouble = {}) => {
  const { amount, currency } = amountOf(intent, trouble);
  const refunded = refundedOf(refunds);
  return {
    id: chargeIdOf(intent),
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded: refunded,
    captured: true,
    created: intent.created,
    currency,
    description: intent.description,
    livemode: false,
    metadata: intent.metadata,
    paid: true,
    payment_intent: intent.id,
    payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
    receipt_email: intent.receiptEmail,
    refunded: refunded >= intent.amount,
    status: 'succeeded',
  };
};

/** The PaymentIntent object, as the API shows it. */
export const toIntent = (
  intent: Intent,
  refunds: readonly Refund[],
  trouble: Trouble = {},
  expand: readonly string[] = [],
) => {
  const { amount, currency } = amountOf(intent, trouble);
  const isPaid = intent.status === 'succeeded';
  const charge = isPaid ? chargeIdOf(intent) : null;
  return {
    id: intent.id,
    object: 'payment_intent',
    amount,
    amount_capturable: 0,
    amount_received: isPaid ? amount : 0,
    automatic_payment_methods: { enabled: true, allow_redirects: 'always' },
    canceled_at: intent.canceledAt,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: intent.clientSecret,
    confirmation_method: 'automatic',
    created: intent.created,
    currency,
    customer: null,
    description: intent.description,
    last_payment_error: declineOf(intent),
    latest_charge: charge && expand.includes('latest_charge') ? toCharge(intent, refunds, trouble) : charge,
    livemode: false,
    metadata: intent.metadata,
    next_action: null,
    payment_method: isPaid ? intent.id.replace(/^pi_/, 'pm_') : null,
    payment_method_types: ['card'],
    receipt_email: intent.receiptEmail,
    shipping: intent.shipping ?? null,
    status: intent.status,
  };
};

export const toRefund = (refund: Refund) => ({
  id: refund.id,
  object: 'refund',
  amount: refund.amount,
  charge: chargeIdOf({ id: refund.intentId }),
  created: refund.created,
  currency: refund.currency,
  metadata: refund.metadata,
  payment_intent: refund.intentId,
  reason: refund.reason,
  status: 'succeeded',
});

export const toList = (url: string, data: readonly unknown[]) => ({
  object: 'list',
  data,
  has_more: false,
  url,
});
