import { z } from 'zod';
import { type InjectedFault, reported, reportedOrder } from '../knobs.ts';
import type { Ledger } from '../ledger.ts';
import { customerRecords } from './customer-records.ts';

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
  customer: z.string().nullable().default(null),
  setupFutureUsage: z.enum(['on_session', 'off_session']).nullable().default(null),
  /** The card that paid it. */
  card: z.object({ brand: z.string(), last4: z.string() }).optional(),
  paymentMethod: z.string().optional(),
  /** Seconds since 1970; of intents that are paid. */
  chargedAt: z.int().optional(),
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
  status: z.enum(['succeeded', 'pending', 'failed']).default('succeeded'),
});
export type Refund = z.infer<typeof Refund>;

export const Dispute = z.object({
  id: z.string(),
  intentId: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(['needs_response', 'won', 'lost']),
  created: z.int(),
});
export type Dispute = z.infer<typeof Dispute>;

export type StripeRecords = ReturnType<typeof stripeRecords>;

/** Records of the fake Stripe. A succeeded intent has exactly one charge, with an id derived from it. */
export const stripeRecords = (ledger: Ledger) => {
  const intents = ledger.table<Intent>('stripe.intents', Intent);
  const refunds = ledger.table<Refund>('stripe.refunds', Refund);
  const disputes = ledger.table<Dispute>('stripe.disputes', Dispute);
  const byIntent = new Map<string, Refund[]>();
  const index = (refund: Refund): void => {
    byIntent.set(refund.intentId, [...(byIntent.get(refund.intentId) ?? []), refund]);
  };
  for (const refund of refunds.all()) index(refund);
  return {
    intents,
    customers: customerRecords(ledger),
    disputes,
    allRefunds: refunds.all,
    /** Updates the status of a refund. */
    changeRefund: (refund: Refund): void => {
      refunds.put(refund);
      const others = byIntent.get(refund.intentId) ?? [];
      byIntent.set(
        refund.intentId,
        others.map((other) => (other.id === refund.id ? refund : other)),
      );
    },
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
  refunds.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0);

const amountOf = (intent: Intent, fault: InjectedFault): { amount: number; currency: string } => {
  const { amountMinor, currency } = reported(
    { amountMinor: intent.amount, currency: intent.currency },
    fault,
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

const metadataOf = ({ metadata }: Intent, fault: InjectedFault): Record<string, string> =>
  metadata.orderId ? { ...metadata, orderId: reportedOrder(metadata.orderId, fault) } : metadata;

/** The Charge object of a succeeded intent, as the API shows it. */
export const toCharge = (intent: Intent, refunds: readonly Refund[], fault: InjectedFault = {}) => {
  const { amount, currency } = amountOf(intent, fault);
  const refunded = refundedOf(refunds);
  return {
    id: chargeIdOf(intent),
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded: refunded,
    captured: true,
    created: intent.chargedAt ?? intent.created,
    currency,
    description: intent.description,
    livemode: false,
    metadata: metadataOf(intent, fault),
    paid: true,
    payment_intent: intent.id,
    payment_method_details: { type: 'card', card: intent.card ?? { brand: 'visa', last4: '4242' } },
    receipt_email: intent.receiptEmail,
    refunded: refunded >= intent.amount,
    status: 'succeeded',
  };
};

/** The PaymentIntent object, as the API shows it. */
export const toIntent = (
  intent: Intent,
  refunds: readonly Refund[],
  fault: InjectedFault = {},
  expand: readonly string[] = [],
) => {
  const { amount, currency } = amountOf(intent, fault);
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
    customer: intent.customer,
    description: intent.description,
    last_payment_error: declineOf(intent),
    latest_charge: charge && expand.includes('latest_charge') ? toCharge(intent, refunds, fault) : charge,
    livemode: false,
    metadata: metadataOf(intent, fault),
    next_action: null,
    payment_method: isPaid ? (intent.paymentMethod ?? intent.id.replace(/^pi_/, 'pm_')) : null,
    payment_method_types: ['card'],
    receipt_email: intent.receiptEmail,
    setup_future_usage: intent.setupFutureUsage,
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
  status: refund.status,
});

export const toDispute = (dispute: Dispute) => ({
  id: dispute.id,
  object: 'dispute',
  amount: dispute.amount,
  charge: chargeIdOf({ id: dispute.intentId }),
  created: dispute.created,
  currency: dispute.currency,
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent: dispute.intentId,
  reason: 'general',
  status: dispute.status,
});

export const toList = (url: string, data: readonly unknown[], hasMore = false) => ({
  object: 'list',
  data,
  has_more: hasMore,
  url,
});
