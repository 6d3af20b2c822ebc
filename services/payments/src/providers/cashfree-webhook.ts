import type { IncomingHttpHeaders } from 'node:http';
import { fromMajor } from '@satrangi/contracts';
import { z } from 'zod';
import type { Observation, Reported } from '../orders/order-lifecycle.rules.ts';
import { type DisputeStatus, FRESH_FOR_MS, type SignedWebhook, type WebhookEvent } from './provider.ts';
import { badSignature, hmac, isSameMac, oneHeader, readSigned } from './signatures.ts';

const someId = z.union([z.string(), z.number()]).transform(String);
const Envelope = z.object({ type: z.string(), data: z.unknown() });
const bodyOf = <S extends z.ZodRawShape>(shape: S) => z.object({ data: z.object(shape) });
const Payment = bodyOf({
  order: z.object({ order_id: z.string(), order_amount: z.number(), order_currency: z.string() }),
  payment: z.object({ cf_payment_id: someId, payment_amount: z.number(), payment_currency: z.string() }),
});
const Refund = bodyOf({
  refund: z.object({
    cf_refund_id: someId,
    order_id: z.string(),
    refund_amount: z.number(),
    refund_currency: z.string(),
    refund_status: z.string(),
  }),
});
const Dispute = bodyOf({
  dispute: z.object({
    dispute_id: someId,
    dispute_amount: z.number(),
    dispute_amount_currency: z.string().default('INR'),
    dispute_status: z.string(),
  }),
  order_details: z.object({ order_id: z.string() }),
});

const outcomes: Record<string, Observation['outcome']> = {
  PAYMENT_SUCCESS_WEBHOOK: 'paid',
  PAYMENT_FAILED_WEBHOOK: 'failed',
  PAYMENT_USER_DROPPED_WEBHOOK: 'cancelled',
};

/** Converts decimal rupees to paise; keeps the reported currency. */
export const inMinor = (amount: number, currency: string): Reported => ({
  minor: fromMajor(amount, 'INR').minor,
  currency,
});

export const disputeState = (status: string): DisputeStatus['state'] => {
  if (/_MERCHANT_(LOST|ACCEPTED)$/.test(status)) return 'lost';
  return /_(MERCHANT_WON|CLOSED|CANCELLED)$/.test(status) ? 'won' : 'open';
};

const webhookEventOf = (type: string, raw: Uint8Array): WebhookEvent | null => {
  const outcome = outcomes[type];
  if (outcome) {
    const { order, payment } = readSigned(Payment, raw).data;
    const orderId = order.order_id;
    const key = `cashfree:${payment.cf_payment_id}`;
    if (outcome !== 'paid')
      return { reference: orderId, observation: { key, outcome, orderId, reported: null } };
    const reported = inMinor(payment.payment_amount, payment.payment_currency);
    const ordered = inMinor(order.order_amount, order.order_currency);
    return { reference: orderId, observation: { key, outcome, orderId, reported, ordered } };
  }
  if (type === 'REFUND_STATUS_WEBHOOK') {
    const { refund } = readSigned(Refund, raw).data;
    const key = `cashfree:refund:${refund.cf_refund_id}`;
    if (refund.refund_status !== 'SUCCESS') {
      const observation: Observation = { key, outcome: 'open', orderId: refund.order_id, reported: null };
      return { reference: refund.order_id, observation, isAboutRefunds: true };
    }
    const reported = inMinor(refund.refund_amount, refund.refund_currency);
    const returns = [{ id: refund.cf_refund_id, kind: 'refund', reported }] as const;
    return {
      isAboutRefunds: true,
      reference: refund.order_id,
      observation: { key, outcome: 'refunded', orderId: refund.order_id, reported, returns },
    };
  }
  if (type.startsWith('DISPUTE_')) {
    const { dispute, order_details } = readSigned(Dispute, raw).data;
    const { order_id: orderId } = order_details;
    const state = disputeState(dispute.dispute_status);
    const isLost = type === 'DISPUTE_CLOSED' && state === 'lost';
    const reported = isLost ? inMinor(dispute.dispute_amount, dispute.dispute_amount_currency) : null;
    const key = `cashfree:dispute:${dispute.dispute_id}`;
    return {
      reference: orderId,
      observation: { key, outcome: isLost ? 'refunded' : 'open', orderId, reported },
      dispute: { id: dispute.dispute_id, state },
    };
  }
  return null;
};

/** Cashfree sends timestamps in seconds or milliseconds, depending on the version. */
const momentOf = (timestamp: string): number =>
  timestamp.length <= 11 ? Number(timestamp) * 1000 : Number(timestamp);

/** Verifies the signature over timestamp and raw bytes, then parses the body. */
export const readCashfreeWebhook =
  (secret: string) =>
  (raw: Uint8Array, headers: IncomingHttpHeaders, now: Date): SignedWebhook => {
    const timestamp = oneHeader(headers['x-webhook-timestamp']);
    const given = oneHeader(headers['x-webhook-signature']);
    const expected = hmac(secret, [timestamp, raw]);
    if (!/^\d{1,16}$/.test(timestamp) || !isSameMac(expected, given, 'base64')) throw badSignature();
    const { type } = readSigned(Envelope, raw);
    return {
      isFresh: Math.abs(now.getTime() - momentOf(timestamp)) <= FRESH_FOR_MS,
      event: webhookEventOf(type, raw),
    };
  };
