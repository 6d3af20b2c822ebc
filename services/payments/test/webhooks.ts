import { createHmac, randomUUID } from 'node:crypto';
import { cashfreeClientSecret, type PaymentsFixture, stripeWebhookSecret } from './boot-payments.ts';

export type Signed = {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly raw: string;
};

export const signStripe = (body: unknown, at = new Date(), secret = stripeWebhookSecret): Signed => {
  const raw = JSON.stringify(body);
  const t = Math.floor(at.getTime() / 1000);
  const v1 = createHmac('sha256', secret).update(`${t}.${raw}`).digest('hex');
  return { path: '/payments/webhooks/stripe', headers: { 'stripe-signature': `t=${t},v1=${v1}` }, raw };
};

export const signCashfree = (body: unknown, at = new Date(), secret = cashfreeClientSecret): Signed => {
  const raw = JSON.stringify(body);
  const timestamp = String(at.getTime());
  const signature = createHmac('sha256', secret).update(`${timestamp}${raw}`).digest('base64');
  return {
    path: '/payments/webhooks/cashfree',
    headers: { 'x-webhook-timestamp': timestamp, 'x-webhook-signature': signature },
    raw,
  };
};

/** Posts a webhook to the service. @returns the HTTP status */
export const post = async (fixture: PaymentsFixture, { path, headers, raw }: Signed): Promise<number> => {
  const response = await fetch(`${fixture.service.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: raw,
  });
  await response.arrayBuffer();
  return response.status;
};

export type WebhookKind = 'success' | 'failed' | 'refund' | 'dispute';
type About = { readonly orderId: string; readonly reference: string; readonly minor: number };

const stripeBodies: Record<WebhookKind, (about: About) => { type: string; object: unknown }> = {
  success: ({ orderId, reference, minor }) => ({
    type: 'payment_intent.succeeded',
    object: { id: reference, amount_received: minor, currency: 'usd', metadata: { orderId } },
  }),
  failed: ({ orderId, reference }) => ({
    type: 'payment_intent.payment_failed',
    object: { id: reference, amount_received: 0, currency: 'usd', metadata: { orderId } },
  }),
  refund: ({ orderId, reference, minor }) => ({
    type: 'charge.refunded',
    object: { payment_intent: reference, amount_refunded: minor, currency: 'usd', metadata: { orderId } },
  }),
  dispute: ({ reference, minor }) => ({
    type: 'charge.dispute.closed',
    object: { payment_intent: reference, amount: minor, currency: 'usd', status: 'lost' },
  }),
};

/** Creates a Stripe event; a redelivery reuses the same body. */
export const stripeEvent = (kind: WebhookKind, about: About) => {
  const { type, object } = stripeBodies[kind](about);
  return { id: `evt_${randomUUID()}`, object: 'event', type, data: { object } };
};

const cashfreePayment = (type: string, status: string, { orderId, minor }: About) => ({
  type,
  data: {
    order: { order_id: orderId, order_amount: minor / 100, order_currency: 'INR' },
    payment: {
      cf_payment_id: `${status}-${orderId}`,
      payment_status: status,
      payment_amount: minor / 100,
      payment_currency: 'INR',
    },
  },
});

const cashfreeBodies: Record<WebhookKind, (about: About) => unknown> = {
  success: (about) => cashfreePayment('PAYMENT_SUCCESS_WEBHOOK', 'SUCCESS', about),
  failed: (about) => cashfreePayment('PAYMENT_FAILED_WEBHOOK', 'FAILED', about),
  refund: ({ orderId, minor }) => ({
    type: 'REFUND_STATUS_WEBHOOK',
    data: {
      refund: {
        cf_refund_id: `r-${orderId}`,
        order_id: orderId,
        refund_amount: minor / 100,
        refund_currency: 'INR',
        refund_status: 'SUCCESS',
      },
    },
  }),
  dispute: ({ orderId, minor }) => ({
    type: 'DISPUTE_CLOSED',
    data: {
      dispute: {
        dispute_id: `d-${orderId}`,
        dispute_amount: minor / 100,
        dispute_amount_currency: 'INR',
        dispute_status: 'DISPUTE_MERCHANT_LOST',
      },
      order_details: { order_id: orderId },
    },
  }),
};

export const cashfreeEvent = (kind: WebhookKind, about: About): unknown => cashfreeBodies[kind](about);

export const signedWebhook = (
  provider: 'stripe' | 'cashfree',
  kind: WebhookKind,
  about: About,
  at = new Date(),
): Signed =>
  provider === 'stripe'
    ? signStripe(stripeEvent(kind, about), at)
    : signCashfree(cashfreeEvent(kind, about), at);
