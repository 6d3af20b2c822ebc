import { randomBytes } from 'node:crypto';
import { testUser } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import { bootPayments, type PaymentsFixture, startedOrder } from './boot-payments.ts';
import {
  cashfreeEvent,
  post,
  signCashfree,
  signedWebhook,
  signStripe,
  stripeEvent,
  type WebhookKind,
} from './webhooks.ts';

const countries = { stripe: 'US', cashfree: 'IN' } as const;
const providers = ['stripe', 'cashfree'] as const;
const webhookKinds: readonly WebhookKind[] = ['success', 'failed', 'refund', 'dispute'];

const start = async (fixture: PaymentsFixture, provider: (typeof providers)[number], email?: string) => {
  const user = testUser();
  const api = fixture.as(user);
  const body = { items: [{ media: 'm1' }], country: countries[provider], ...(email ? { email } : {}) };
  const opened = startedOrder(await api.createPayment({ body }));
  const state = async () => (await api.getOrder({ params: { orderId: opened.orderId } })).status;
  const confirm = async () =>
    provider === 'stripe'
      ? api.confirmStripe({ body: { paymentIntentId: opened.reference } })
      : api.verifyCashfree({ body: { orderId: opened.orderId } });
  return { ...opened, user, api, state, confirm };
};

describe('signatures', () => {
  it.each(providers)(
    'a %s webhook without a valid signature is refused, and changes nothing (PAY-31)',
    async (provider) => {
      await using fixture = await bootPayments();
      const order = await start(fixture, provider);
      const good = signedWebhook(provider, 'success', order);
      const sign = provider === 'stripe' ? signStripe : signCashfree;
      const event = provider === 'stripe' ? stripeEvent('success', order) : cashfreeEvent('success', order);
      const forgeries = [
        { ...good, headers: {} },
        { ...good, raw: good.raw.replace(String(order.minor).slice(0, 2), '11') },
        { ...good, raw: `${good.raw} ` },
        { ...good, raw: JSON.stringify(JSON.parse(good.raw), null, 1) },
        sign(event, new Date(), 'the secret of another merchant'),
      ];

      const statuses = await Promise.all(forgeries.map((forgery) => post(fixture, forgery)));

      expect(statuses).toEqual([401, 401, 401, 401, 401]);
      expect(await order.state()).toBe('pending');
      const refusal = await fetch(`${fixture.service.url}${good.path}`, { method: 'POST', body: '{}' });
      expect(await refusal.json()).toMatchObject({ code: 'invalid-signature', message: 'Invalid signature' });
    },
  );

  it.each(
    providers.flatMap(
      (provider) =>
        [
          [provider, 3_600_000],
          [provider, 365 * 86_400_000],
        ] as const,
    ),
  )(
    'a %s webhook signed %i ms ago grants only after a status request to the provider (PAY-31)',
    async (provider, age) => {
      await using fixture = await bootPayments();
      const order = await start(fixture, provider);
      const stale = () => signedWebhook(provider, 'success', order, new Date(Date.now() - age));

      const before = await post(fixture, stale());
      const stateBefore = await order.state();
      await (provider === 'stripe' ? fixture.pay.stripe(order.secret) : fixture.pay.cashfree(order.secret));
      const after = await post(fixture, stale());

      expect([before, stateBefore]).toEqual([200, 'pending']);
      expect([after, await order.state()]).toEqual([200, 'paid']);
    },
  );

  it.each(providers.flatMap((provider) => webhookKinds.map((kind) => [provider, kind] as const)))(
    'a %s webhook (%s) for an order of the other provider changes nothing (PAY-31)',
    async (provider, kind) => {
      await using fixture = await bootPayments();
      const other = provider === 'stripe' ? 'cashfree' : 'stripe';
      const open = await start(fixture, other);
      const paid = await start(fixture, other);
      await post(fixture, signedWebhook(other, 'success', paid));
      const before = await fixture.orders.find().sort({ _id: 1 }).toArray();
      const announced = (await fixture.service.publishedEvents()).length;

      const statuses: number[] = [];
      for (const { orderId, reference, minor } of [open, paid])
        for (const about of [
          { orderId, reference, minor },
          { orderId, reference: orderId, minor },
          { orderId, reference: 'pi_strange', minor },
          { orderId: reference, reference, minor },
        ])
          for (const age of [0, 3_600_000])
            statuses.push(
              await post(fixture, signedWebhook(provider, kind, about, new Date(Date.now() - age))),
            );

      expect(new Set(statuses)).toEqual(new Set([503]));
      expect(await fixture.orders.find().sort({ _id: 1 }).toArray()).toEqual(before);
      expect(await fixture.service.publishedEvents()).toHaveLength(announced);
    },
  );

  it('a webhook above the size limit is refused', async () => {
    await using fixture = await bootPayments();
    const body = { type: 'PAYMENT_SUCCESS_WEBHOOK', data: randomBytes(300_000).toString('hex') };

    expect(await post(fixture, signCashfree(body))).toBe(413);
  });

  it('an unhandled event type is acknowledged and changes nothing', async () => {
    await using fixture = await bootPayments();
    const order = await start(fixture, 'stripe');

    const statuses = [
      await post(fixture, signStripe({ id: 'evt_x', type: 'customer.created', data: { object: {} } })),
      await post(fixture, signCashfree({ type: 'SETTLEMENT', data: {} })),
      await post(
        fixture,
        signStripe({
          id: 'evt_y',
          type: 'charge.dispute.closed',
          data: { object: { payment_intent: order.reference, amount: 599, currency: 'usd', status: 'won' } },
        }),
      ),
      await post(fixture, signStripe('not what Stripe sends')),
    ];

    expect(statuses).toEqual([200, 200, 200, 400]);
    expect(await order.state()).toBe('pending');
  });
});
