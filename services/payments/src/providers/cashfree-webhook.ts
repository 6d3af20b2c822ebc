import type { IncomingHttpHeaders } from 'node:http';
import { fromMajor } from '@satrangi/contracts';
import { z } from 'zod';
import type { Observation, Reported } from '../orders/orders.rules.ts';
import { FRESH_FOR_MS, type Heard, type Notice } from './provider.ts';
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

/** Rupees with decimals to paise; the currency stays as it was said. */
export const inMinor = (amount: number, currency: string): Reported => ({
  minor: fromMajor(amount, 'INR').minor,
  currency,
});

const noticeOf = (type: string, raw: Uint8Array): Notice | null => {
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
    if (refund.refund_status !== 'SUCCESS') return null;
    return {
      reference: refund.order_id,
      observation: {
        key: `cashfree:refund:${refund.cf_refund_id}`,
        outcome: 'refunded',
        orderId: refund.order_id,
        reported: inMinor(refund.refund_amount, refund.refund_currency),
      },
    };
  }
  if (type === 'DISPUTE_CLOSED') {
    const { dispute, order_details } = readSigned(Dispute, raw).data;
    if (!/_MERCHANT_(LOST|ACCEPTED)$/.test(dispute.dispute_status)) return null;
    return {
      reference: order_details.order_id,
      observation: {
        key: `cashfree:dispute:${dispute.dispute_id}`,
        outcome: 'refunded',
        orderId: order_details.order_id,
        reported: inMinor(dispute.dispute_amount, dispute.dispute_amount_currency),
      },
    };
  }
  return null;
};

/** Cashfree has sent seconds and milliseconds over the years. */
const momentOf = (timestamp: string): number =>
  timestamp.length <= 11 ? Number(timestamp) * 1000 : Number(timestamp);

/** Checks the signature over timestamp and raw bytes ourselves, then reads what is said. */
export const readCashfreeWebhook =
  (secret: string) =>
  (raw: Uint8Array, headers: IncomingHttpHeaders, now: Date): Heard => {
    const timestamp = oneHeader(headers['x-webhook-timestamp']);
    const given = oneHeader(headers['x-webhook-signature']);
    const expected = hmac(secret, [timestamp, raw]);
    if (!/^\d{1,16}$/.test(timestamp) || !isSameMac(expected, given, 'base64')) throw badSignature();
    const { type } = readSigned(Envelope, raw);
    return {
      isFresh: Math.abs(now.getTime() - momentOf(timestamp)) <= FRESH_FOR_MS,
      notice: noticeOf(type, raw),
    };
  };
