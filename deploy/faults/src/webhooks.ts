import { createHmac } from 'node:crypto';
import type { Fixture } from './fixture.ts';
import type { RequestOptions } from './http.ts';
import type { PaidOrder } from './purchase.ts';

type Outcome = 'success' | 'failed' | 'refund';
type About = Pick<PaidOrder, 'started'>;

const stripeTypes: Record<Outcome, string> = {
  success: 'payment_intent.succeeded',
  failed: 'payment_intent.payment_failed',
  refund: 'charge.refunded',
};
const cashfreeTypes: Record<Outcome, string> = {
  success: 'PAYMENT_SUCCESS_WEBHOOK',
  failed: 'PAYMENT_FAILED_WEBHOOK',
  refund: 'REFUND_STATUS_WEBHOOK',
};

const stripeBody = (outcome: Outcome, reference: string, orderId: string, minor: number): unknown => {
  const object =
    outcome === 'refund'
      ? { payment_intent: reference, amount_refunded: minor, currency: 'usd', metadata: { orderId } }
      : { id: reference, amount_received: minor, currency: 'usd', metadata: { orderId } };
  return { id: `evt_${outcome}_${reference}`, object: 'event', type: stripeTypes[outcome], data: { object } };
};

const cashfreeBody = (outcome: Outcome, orderId: string, minor: number): unknown => {
  const amount = minor / 100;
  const data =
    outcome === 'refund'
      ? {
          refund: {
            cf_refund_id: `refund-${orderId}`,
            order_id: orderId,
            refund_amount: amount,
            refund_currency: 'INR',
            refund_status: 'SUCCESS',
          },
        }
      : {
          order: { order_id: orderId, order_amount: amount, order_currency: 'INR' },
          payment: {
            cf_payment_id: `${outcome}-${orderId}`,
            payment_amount: amount,
            payment_currency: 'INR',
          },
        };
  return { type: cashfreeTypes[outcome], data };
};

/** A webhook request as the provider of the order signs it at `now`; deterministic for the same input. */
export const signedWebhook = (
  fixture: Fixture,
  { started }: About,
  outcome: Outcome,
  now = Date.now(),
): readonly [string, RequestOptions] => {
  const { orderId, amount } = started;
  const { STRIPE_WEBHOOK_SECRET, CASHFREE_CLIENT_SECRET } = fixture.platform.secrets;
  if (started.provider === 'stripe') {
    const raw = JSON.stringify(stripeBody(outcome, started.paymentIntentId, orderId, amount.minor));
    const t = Math.floor(now / 1000);
    const v1 = createHmac('sha256', STRIPE_WEBHOOK_SECRET).update(`${t}.${raw}`).digest('hex');
    return [
      `${fixture.api}/payments/webhooks/stripe`,
      { method: 'POST', raw, headers: { 'stripe-signature': `t=${t},v1=${v1}` } },
    ];
  }
  const raw = JSON.stringify(cashfreeBody(outcome, orderId, amount.minor));
  const signature = createHmac('sha256', CASHFREE_CLIENT_SECRET).update(`${now}${raw}`).digest('base64');
  return [
    `${fixture.api}/payments/webhooks/cashfree`,
    {
      method: 'POST',
      raw,
      headers: { 'x-webhook-timestamp': String(now), 'x-webhook-signature': signature },
    },
  ];
};
