import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readCashfreeWebhook } from './cashfree-webhook.ts';
import { readStripeWebhook } from './stripe-webhook.ts';

const now = new Date('2026-11-20T10:00:00Z');
const seconds = Math.floor(now.getTime() / 1000);
const bytes = (body: unknown): Buffer => Buffer.from(JSON.stringify(body));

const intent = (type: string, object: object) =>
  bytes({
    id: 'evt_1',
    type,
    data: { object: { id: 'pi_1', currency: 'usd', metadata: { orderId: 'o1' }, ...object } },
  });
const v1 = (raw: Buffer, t: number | string = seconds, secret = 'whsec'): string =>
  createHmac('sha256', secret).update(`${t}.`).update(raw).digest('hex');
const stripe = (raw: Buffer, header: string) =>
  readStripeWebhook('whsec')(raw, { 'stripe-signature': header }, now);

describe('a Stripe webhook', () => {
  const raw = intent('payment_intent.succeeded', { amount_received: 599 });

  it('is accepted when one of its signatures is valid', () => {
    const received = stripe(raw, `t=${seconds},v1=${'0'.repeat(64)},v0=old,v1=${v1(raw)}`);

    expect(received).toEqual({
      isFresh: true,
      event: {
        reference: 'pi_1',
        observation: {
          key: 'stripe:evt_1',
          outcome: 'paid',
          orderId: 'o1',
          reported: { minor: 599, currency: 'usd' },
        },
      },
    });
  });

  it.each([
    ['nothing', ''],
    ['no time', `v1=${v1(raw)}`],
    ['another time', `t=${seconds + 1},v1=${v1(raw)}`],
    ['an invalid time', `t=now,v1=${v1(raw, 'now')}`],
    ['another secret', `t=${seconds},v1=${v1(raw, seconds, 'other')}`],
    ['half a signature', `t=${seconds},v1=${v1(raw).slice(0, 32)}`],
    ['the old scheme only', `t=${seconds},v0=${v1(raw)}`],
  ])('is refused with %s in its header', (_what, header) => {
    expect(() => stripe(raw, header)).toThrow('Invalid signature');
  });

  it.each([
    [299, true],
    [301, false],
    [-301, false],
  ])('signed %i seconds ago: fresh is %s', (age, isFresh) => {
    const t = seconds - age;
    expect(stripe(raw, `t=${t},v1=${v1(raw, t)}`).isFresh).toBe(isFresh);
  });

  it('is verified over the raw bytes: the same JSON with other formatting is refused', () => {
    const rewritten = Buffer.from(JSON.stringify(JSON.parse(raw.toString()), null, 2));
    expect(() => stripe(rewritten, `t=${seconds},v1=${v1(raw)}`)).toThrow('Invalid signature');
  });
});

describe('a Cashfree webhook', () => {
  const body = (refund: object) => bytes({ type: 'REFUND_STATUS_WEBHOOK', data: { refund } });
  const raw = bytes({
    type: 'PAYMENT_SUCCESS_WEBHOOK',
    data: {
      order: { order_id: 'o1', order_amount: 499.5, order_currency: 'INR' },
      payment: { cf_payment_id: 12, payment_amount: 499.5, payment_currency: 'INR' },
    },
  });
  const cashfree = (bodyBytes: Buffer, timestamp: string, signedAs = timestamp) =>
    readCashfreeWebhook('secret')(
      bodyBytes,
      {
        'x-webhook-timestamp': timestamp,
        'x-webhook-signature': createHmac('sha256', 'secret')
          .update(signedAs)
          .update(bodyBytes)
          .digest('base64'),
      },
      now,
    );

  it('is parsed to paise, with the payment id as key', () => {
    expect(cashfree(raw, String(now.getTime()))).toEqual({
      isFresh: true,
      event: {
        reference: 'o1',
        observation: {
          key: 'cashfree:12',
          outcome: 'paid',
          orderId: 'o1',
          reported: { minor: 49_950, currency: 'INR' },
          ordered: { minor: 49_950, currency: 'INR' },
        },
      },
    });
  });

  it('may have its timestamp in seconds', () => {
    expect(cashfree(raw, String(seconds)).isFresh).toBe(true);
    expect(cashfree(raw, String(seconds - 301)).isFresh).toBe(false);
  });

  it('is refused when its timestamp was changed after signing', () => {
    expect(() => cashfree(raw, String(now.getTime() + 1), String(now.getTime()))).toThrow(
      'Invalid signature',
    );
    expect(() => cashfree(raw, '', '')).toThrow('Invalid signature');
  });

  it('reports a refund as money only when it succeeded', () => {
    const refund = { cf_refund_id: 'r1', order_id: 'o1', refund_amount: 499.5, refund_currency: 'INR' };
    const at = String(now.getTime());

    expect(cashfree(body({ ...refund, refund_status: 'PENDING' }), at).event).toMatchObject({
      isAboutRefunds: true,
      observation: { outcome: 'open', reported: null },
    });
    expect(cashfree(body({ ...refund, refund_status: 'SUCCESS' }), at).event).toMatchObject({
      observation: { key: 'cashfree:refund:r1', outcome: 'refunded', reported: { minor: 49_950 } },
    });
  });
});
