import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { type InjectedFault, reported, reportedOrder } from '../knobs.ts';
import type { Ledger } from '../ledger.ts';

const Payment = z.object({
  id: z.string(),
  status: z.enum(['SUCCESS', 'FAILED', 'USER_DROPPED']),
  amountMinor: z.int(),
  currency: z.string(),
  at: z.number(),
});
export type Payment = z.infer<typeof Payment>;

const Refund = z.object({
  id: z.string(),
  refundId: z.string(),
  amountMinor: z.int(),
  note: z.string().nullable(),
  status: z.enum(['PENDING', 'SUCCESS', 'FAILED']),
  /** `x-idempotency-key` of the call that made it. */
  idempotencyKey: z.string().nullable().default(null),
  at: z.number(),
});
export type Refund = z.infer<typeof Refund>;

const Dispute = z.object({
  id: z.int(),
  amountMinor: z.int(),
  currency: z.string(),
  status: z.enum(['DISPUTE_CREATED', 'DISPUTE_MERCHANT_WON', 'DISPUTE_MERCHANT_LOST']),
  at: z.number(),
});
export type Dispute = z.infer<typeof Dispute>;

export const Order = z.object({
  /** The shop's own order id. */
  id: z.string(),
  cfOrderId: z.string(),
  sessionId: z.string(),
  amountMinor: z.int(),
  currency: z.string(),
  status: z.enum(['ACTIVE', 'PAID', 'TERMINATED']),
  /** `x-idempotency-key` of the call that made it. */
  idempotencyKey: z.string().nullable().default(null),
  createdAt: z.number(),
  expiresAt: z.number(),
  customer: z.record(z.string(), z.unknown()),
  meta: z.record(z.string(), z.unknown()),
  note: z.string().nullable(),
  tags: z.record(z.string(), z.string()).nullable(),
  /** Every attempt, oldest first; more than one has succeeded only when the order was paid in two windows. */
  payments: z.array(Payment),
  refunds: z.array(Refund),
  disputes: z.array(Dispute).default([]),
});
export type Order = z.infer<typeof Order>;

export type CashfreeRecords = ReturnType<typeof cashfreeRecords>;

export const cashfreeRecords = (ledger: Ledger) => {
  const orders = ledger.table<Order>('cashfree.orders', Order);
  const idBySession = new Map<string, string>();
  for (const { id, sessionId } of orders.all()) idBySession.set(sessionId, id);
  return {
    orders,
    add: (order: Order): void => {
      orders.put(order);
      idBySession.set(order.sessionId, order.id);
    },
    ofSession: (sessionId: string): Order | undefined => orders.get(idBySession.get(sessionId) ?? ''),
  };
};

export const newNumber = (): string => String(randomInt(1_000_000_000_000, 9_999_999_999_999));

/** Cashfree writes rupees with decimals where we keep paise. */
export const inMajor = (minor: number): number => minor / 100;

/** Cashfree writes times as `2026-11-20T16:30:00+05:30`. */
export const indiaTime = (ms: number): string =>
  `${new Date(ms + 5.5 * 3_600_000).toISOString().slice(0, 19)}+05:30`;

export const statusAt = (order: Order, now: Date): Order['status'] | 'EXPIRED' =>
  order.status === 'ACTIVE' && order.expiresAt <= now.getTime() ? 'EXPIRED' : order.status;

export const paidBy = (order: Order): Payment | undefined =>
  order.payments.find(({ status }) => status === 'SUCCESS');

/** What all payments brought. */
export const receivedOf = (order: Order): number =>
  order.payments
    .filter(({ status }) => status === 'SUCCESS')
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);

export const refundedOf = (order: Order): number =>
  order.refunds
    .filter(({ status }) => status !== 'FAILED')
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);

/** The order entity, as the API shows it. */
export const toOrder = (order: Order, now: Date, fault: InjectedFault = {}) => {
  const { amountMinor, currency } = reported(order, fault);
  return {
    cf_order_id: order.cfOrderId,
    created_at: indiaTime(order.createdAt),
    customer_details: order.customer,
    entity: 'order',
    order_amount: inMajor(amountMinor),
    order_currency: currency,
    order_expiry_time: indiaTime(order.expiresAt),
    order_id: reportedOrder(order.id, fault),
    order_meta: order.meta,
    order_note: order.note,
    order_splits: [],
    order_status: statusAt(order, now),
    order_tags: order.tags,
    payment_session_id: order.sessionId,
  };
};

const messages: Record<Payment['status'], string> = {
  SUCCESS: '00::Transaction success',
  FAILED: 'ZM::Transaction failed at the bank',
  USER_DROPPED: 'User dropped and did not complete the two factor authentication',
};

export const errorOf = ({ status }: Payment) =>
  status === 'FAILED'
    ? {
        error_code: 'TRANSACTION_DECLINED',
        error_description: 'The payment was declined by the bank.',
        error_reason: 'auth_declined',
        error_source: 'customer',
      }
    : null;

/** Fields of a payment attempt that are the same in API and webhooks. */
export const toPaymentCore = (payment: Payment, fault: InjectedFault = {}) => {
  const { amountMinor, currency } = reported(payment, fault);
  return {
    auth_id: null,
    bank_reference: payment.status === 'SUCCESS' ? payment.id.slice(-12) : null,
    cf_payment_id: payment.id,
    payment_amount: inMajor(amountMinor),
    payment_currency: currency,
    payment_group: 'upi',
    payment_message: messages[payment.status],
    payment_method: { upi: { channel: 'collect', upi_id: 'reader@sandbox' } },
    payment_status: payment.status,
    payment_time: indiaTime(payment.at),
  };
};

/** The payment entity, as the API shows it. */
export const toPayment = (order: Order, payment: Payment, fault: InjectedFault = {}) => ({
  ...toPaymentCore(payment, fault),
  entity: 'payment',
  error_details: errorOf(payment),
  is_captured: payment.status === 'SUCCESS',
  order_amount: inMajor(order.amountMinor),
  order_currency: order.currency,
  order_id: order.id,
  payment_completion_time: indiaTime(payment.at),
});

/** The refund entity, as API and webhooks show it. */
export const toRefund = (order: Order, refund: Refund) => {
  const isDone = refund.status === 'SUCCESS';
  return {
    cf_payment_id: paidBy(order)?.id ?? null,
    cf_refund_id: refund.id,
    created_at: indiaTime(refund.at),
    entity: 'refund',
    order_id: order.id,
    processed_at: isDone ? indiaTime(refund.at) : null,
    refund_amount: inMajor(refund.amountMinor),
    refund_arn: isDone ? refund.id : null,
    refund_charge: 0,
    refund_currency: order.currency,
    refund_id: refund.refundId,
    refund_mode: null,
    refund_note: refund.note,
    refund_splits: [],
    refund_status: refund.status,
    refund_type: 'MERCHANT_INITIATED',
    status_description: isDone
      ? 'Refund processed successfully'
      : refund.status === 'FAILED'
        ? 'Refund failed at the bank'
        : 'In progress',
  };
};

/** The dispute entity, as API and webhooks show it. */
export const toDispute = (dispute: Dispute) => ({
  dispute_id: dispute.id,
  dispute_type: 'CHARGEBACK',
  reason_code: '4855',
  reason_description: 'Goods or services not provided',
  dispute_amount: inMajor(dispute.amountMinor),
  dispute_amount_currency: dispute.currency,
  created_at: indiaTime(dispute.at),
  updated_at: indiaTime(dispute.at),
  resolved_at: dispute.status === 'DISPUTE_CREATED' ? null : indiaTime(dispute.at),
  dispute_status: dispute.status,
});
