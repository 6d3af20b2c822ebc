import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { Observation } from '../orders/order-lifecycle.rules.ts';
import { FRESH_FOR_MS, type SignedWebhook, type WebhookEvent } from './provider.ts';
import { badSignature, hmac, isSameMac, oneHeader, readSigned } from './signatures.ts';
import { disputeState } from './stripe-settlements.ts';

const Metadata = z.object({ orderId: z.string().optional() }).nullish();
const StripeEvent = z.object({ id: z.string().min(1), type: z.string() });
const eventOf = <S extends z.ZodRawShape>(shape: S) =>
  z.object({ data: z.object({ object: z.object(shape) }) });
const Intent = eventOf({
  id: z.string(),
  amount_received: z.number().default(0),
  currency: z.string(),
  metadata: Metadata,
});
const Charge = eventOf({
  payment_intent: z.string().nullish(),
  amount_refunded: z.number(),
  currency: z.string(),
  metadata: Metadata,
});
const Refund = eventOf({ payment_intent: z.string().nullish() });
const Dispute = eventOf({
  id: z.string().default(''),
  payment_intent: z.string().nullish(),
  amount: z.number(),
  currency: z.string(),
  status: z.string(),
});

/** `t=1700000000,v1=hex,v1=hex`: several during a rotation of the secret. */
const readHeader = (header: string): { t: string; macs: string[] } => {
  const fields = header.split(',').map((field) => field.trim().split('='));
  const values = (name: string): string[] =>
    fields.flatMap(([key, value]) => (key === name && value ? [value] : []));
  return { t: values('t')[0] ?? '', macs: values('v1') };
};

const outcomes: Record<string, Observation['outcome']> = {
  'payment_intent.succeeded': 'paid',
  'payment_intent.payment_failed': 'failed',
  'payment_intent.canceled': 'expired',
};

const refundEvents: ReadonlySet<string> = new Set([
  'refund.updated',
  'refund.failed',
  'charge.refund.updated',
]);

const webhookEventOf = (event: z.output<typeof StripeEvent>, raw: Uint8Array): WebhookEvent | null => {
  const key = `stripe:${event.id}`;
  const outcome = outcomes[event.type];
  if (outcome) {
    const { id, amount_received, currency, metadata } = readSigned(Intent, raw).data.object;
    const reported = outcome === 'paid' ? { minor: amount_received, currency } : null;
    return { reference: id, observation: { key, outcome, orderId: metadata?.orderId ?? null, reported } };
  }
  if (event.type === 'charge.refunded') {
    const { payment_intent, amount_refunded, currency, metadata } = readSigned(Charge, raw).data.object;
    const reported = { minor: amount_refunded, currency };
    return {
      reference: payment_intent ?? null,
      observation: { key, outcome: 'refunded', orderId: metadata?.orderId ?? null, reported },
    };
  }
  if (refundEvents.has(event.type)) {
    const { payment_intent } = readSigned(Refund, raw).data.object;
    const observation: Observation = { key, outcome: 'open', orderId: null, reported: null };
    return payment_intent ? { reference: payment_intent, observation, isAboutRefunds: true } : null;
  }
  if (event.type.startsWith('charge.dispute.')) {
    const { id, payment_intent, amount, currency, status } = readSigned(Dispute, raw).data.object;
    const state = disputeState(status);
    const isLost = event.type === 'charge.dispute.closed' && state === 'lost';
    const reported = isLost ? { minor: amount, currency } : null;
    const outcome = isLost ? 'refunded' : 'open';
    return {
      reference: payment_intent ?? null,
      observation: { key, outcome, orderId: null, reported },
      dispute: { id: id || key, state },
    };
  }
  return null;
};

/** Verifies the signature over the raw bytes, then parses the body. */
export const readStripeWebhook =
  (secret: string) =>
  (raw: Uint8Array, headers: IncomingHttpHeaders, now: Date): SignedWebhook => {
    const { t, macs } = readHeader(oneHeader(headers['stripe-signature']));
    const expected = hmac(secret, [`${t}.`, raw]);
    if (!/^\d{1,12}$/.test(t) || !macs.some((mac) => isSameMac(expected, mac, 'hex'))) throw badSignature();
    const event = readSigned(StripeEvent, raw);
    return {
      isFresh: Math.abs(now.getTime() - Number(t) * 1000) <= FRESH_FOR_MS,
      event: webhookEventOf(event, raw),
    };
  };
