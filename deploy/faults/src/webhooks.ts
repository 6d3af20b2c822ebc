import { createHmac } from 'node:crypto';
import type { Ask } from './http.ts';
import type { Paid } from './shop.ts';
import type { World } from './world.ts';

type Fact = 'success' | 'failed' | 'refund';
type About = Pick<Paid, 'started'>;

const stripeTypes: Record<Fact, string> = {
  success: 'payment_intent.succeeded',
  failed: 'payment_intent.payment_failed',
  refund: 'charge.refunded',
};
const cashfreeTypes: Record<Fact, string> = {
  success: 'PAYMENT_SUCCESS_WEBHOOK',
  failed: 'PAYMENT_FAILED_WEBHOOK',
  refund: 'REFUND_STATUS_WEBHOOK',
};

const stripeBody = (fact: Fact, reference: string, orderId: string, minor: number): unknown => {
  const object =
    fact === 'refund'
      ? { payment_intent: reference, amount_refunded: minor, currency: 'usd', metadata: { orderId } }
      : { id: reference, amount_received: minor, currency: 'usd', metadata: { orderId } };
  return { id: `evt_${fact}_${reference}`, object: 'event', type: stripeTypes[fact], data: { object } };
};

const cashfreeBody = (fact: Fact, orderId: string, minor: number): unknown => {
  const amount = minor / 100;
  const data =
    fact === 'refund'
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
          payment: { cf_payment_id: `${fact}-${orderId}`, payment_amount: amount, payment_currency: 'INR' },
        };
  return { type: cashfreeTypes[fact], data };
};

/** A webhook as the order's provider would sign it at `now` and send it; the same bytes each time it is sent. */
export const signedWebhook = (
  world: World,
  { started }: About,
  fact: Fact,
  now = Date.now(),
): readonly [string, Ask] => {
  const { orderId, amount } = started;
  const { STRIPE_WEBHOOK_SECRET, CASHFREE_CLIENT_SECRET } = world.platform.secrets;
  if (started.provider === 'stripe') {
    const raw = JSON.stringify(stripeBody(fact, started.paymentIntentId, orderId, amount.minor));
    const t = Math.floor(now / 1000);
    const v1 = createHmac('sha256', STRIPE_WEBHOOK_SECRET).update(`${t}.${raw}`).digest('hex');
    return [
      `${world.api}/payments/webhooks/stripe`,
      { method: 'POST', raw, headers: { 'stripe-signature': `t=${t},v1=${v1}` } },
    ];
  }
  const raw = JSON.stringify(cashfreeBody(fact, orderId, amount.minor));
  const signature = createHmac('sha256', CASHFREE_CLIENT_SECRET).update(`${now}${raw}`).digest('base64');
  return [
    `${world.api}/payments/webhooks/cashfree`,
    {
      method: 'POST',
      raw,
      headers: { 'x-webhook-timestamp': String(now), 'x-webhook-signature': signature },
    },
  ];
};
