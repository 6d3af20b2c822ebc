import {
  type CashfreeRecords,
  type Order,
  paidBy,
  refundedOf as refundedOfOrder,
  statusAt,
} from '../cashfree/cashfree-records.ts';
import {
  chargeIdOf,
  type Intent,
  refundedOf as refundedOfIntent,
  type StripeRecords,
} from '../stripe/stripe-records.ts';
import type { Webhook, Webhooks } from '../webhooks.ts';

export type PaymentRow = {
  provider: 'stripe' | 'cashfree';
  paymentIntentId?: string;
  orderId?: string;
  /** The requested amount; once paid, the charged one. Minor units. */
  amountMinor: number;
  /** Upper case. */
  currency: string;
  /** The status name of the provider. */
  status: string;
  isPaid: boolean;
  /** Charge id or cf_payment_id of the successful payment; null while unpaid. */
  paymentId: string | null;
  refundedMinor: number;
  refunds: { refundId: string; amountMinor: number; status: string; idempotencyKey?: string | null }[];
  /** Cashfree only: `x-idempotency-key` of the request that created it. */
  idempotencyKey?: string | null;
  /** Metadata of the shop: Stripe's metadata, Cashfree's order_tags. */
  metadata: Record<string, string>;
  createdAt: string;
  webhooks: Pick<Webhook, 'id' | 'type' | 'state' | 'attempts'>[];
};

const webhookRows = (webhooks: Webhooks, about: string): PaymentRow['webhooks'] =>
  webhooks.of(about).map(({ id, type, state, attempts }) => ({ id, type, state, attempts }));

const stripeRow = (intent: Intent, records: StripeRecords, webhooks: Webhooks): PaymentRow => {
  const refunds = records.refundsOf(intent.id);
  const isPaid = intent.status === 'succeeded';
  return {
    provider: 'stripe',
    paymentIntentId: intent.id,
    amountMinor: intent.amount,
    currency: intent.currency.toUpperCase(),
    status: intent.status,
    isPaid,
    paymentId: isPaid ? chargeIdOf(intent) : null,
    refundedMinor: refundedOfIntent(refunds),
    refunds: refunds.map(({ id, amount }) => ({ refundId: id, amountMinor: amount, status: 'succeeded' })),
    metadata: intent.metadata,
    createdAt: new Date(intent.created * 1000).toISOString(),
    webhooks: webhookRows(webhooks, intent.id),
  };
};

const cashfreeRow = (order: Order, webhooks: Webhooks, now: Date): PaymentRow => {
  const payment = paidBy(order);
  return {
    provider: 'cashfree',
    orderId: order.id,
    amountMinor: payment?.amountMinor ?? order.amountMinor,
    currency: payment?.currency ?? order.currency,
    status: statusAt(order, now),
    isPaid: payment !== undefined,
    paymentId: payment?.id ?? null,
    refundedMinor: refundedOfOrder(order),
    refunds: order.refunds.map(({ refundId, amountMinor, status, idempotencyKey }) => ({
      refundId,
      amountMinor,
      status,
      idempotencyKey,
    })),
    idempotencyKey: order.idempotencyKey,
    metadata: order.tags ?? {},
    createdAt: new Date(order.createdAt).toISOString(),
    webhooks: webhookRows(webhooks, order.id),
  };
};

/** The ledgers of both providers in one list, newest first, for the overview page and for checkers. */
export const listPayments = (
  stripe: StripeRecords,
  cashfree: CashfreeRecords,
  webhooks: Webhooks,
  now: Date,
): PaymentRow[] =>
  [
    ...[...stripe.intents.all()].map((intent) => stripeRow(intent, stripe, webhooks)),
    ...[...cashfree.orders.all()].map((order) => cashfreeRow(order, webhooks, now)),
  ].sort((one, other) => other.createdAt.localeCompare(one.createdAt));
