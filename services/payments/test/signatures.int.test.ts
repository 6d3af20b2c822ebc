import { randomBytes } from 'node:crypto';
import { testUser } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import {
  cashfreeEvent,
  type Fact,
  post,
  signCashfree,
  signedFact,
  signStripe,
  stripeEvent,
} from './webhooks.ts';
import { openedBy, openWorld, type World } from './world.ts';

const countries = { stripe: 'US', cashfree: 'IN' } as const;
const providers = ['stripe', 'cashfree'] as const;
const facts: readonly Fact[] = ['success', 'failed', 'refund', 'dispute'];

const start = async (world: World, provider: (typeof providers)[number], email?: string) => {
  const user = testUser();
  const api = world.as(user);
  const body = { items: [{ media: 'm1' }], country: countries[provider], ...(email ? { email } : {}) };
  const opened = openedBy(await api.createPayment({ body }));
  const state = async () => (await api.getOrder({ params: { orderId: opened.orderId } })).status;
  const confirm = async () =>
    provider === 'stripe'
      ? api.confirmStripe({ body: { paymentIntentId: opened.reference } })
      : api.verifyCashfree({ body: { orderId: opened.orderId } });
  return { ...opened, user, api, state, confirm };
};

describe('signatures', () => {
  it.each(providers)(
    'a %s webhook that is not signed by the provider is refused, and changes nothing (PAY-31)',
    async (provider) => {
      await using world = await openWorld();
      const order = await start(world, provider);
      const good = signedFact(provider, 'success', order);
      const sign = provider === 'stripe' ? signStripe : signCashfree;
      const event = provider === 'stripe' ? stripeEvent('success', order) : cashfreeEvent('success', order);
      const forgeries = [
        { ...good, headers: {} },
        { ...good, raw: good.raw.replace(String(order.minor).slice(0, 2), '11') },
        { ...good, raw: `${good.raw} ` },
        { ...good, raw: JSON.stringify(JSON.parse(good.raw), null, 1) },
        sign(event, new Date(), 'the secret of another merchant'),
      ];

      const statuses = await Promise.all(forgeries.map((forgery) => post(world, forgery)));

      expect(statuses).toEqual([401, 401, 401, 401, 401]);
      expect(await order.state()).toBe('pending');
      const refusal = await fetch(`${world.service.url}${good.path}`, { method: 'POST', body: '{}' });
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
    'a %s webhook signed %i ms ago grants only what the provider says now (PAY-31)',
    async (provider, age) => {
      await using world = await openWorld();
      const order = await start(world, provider);
      const stale = () => signedFact(provider, 'success', order, new Date(Date.now() - age));

      const before = await post(world, stale());
      const stateBefore = await order.state();
      await (provider === 'stripe' ? world.pay.stripe(order.secret) : world.pay.cashfree(order.secret));
      const after = await post(world, stale());

      expect([before, stateBefore]).toEqual([200, 'pending']);
      expect([after, await order.state()]).toEqual([200, 'paid']);
    },
  );

  it.each(providers.flatMap((provider) => facts.map((fact) => [provider, fact] as const)))(
    'a %s webhook (%s) that names an order of the other provider moves nothing (PAY-31)',
    async (provider, fact) => {
      await using world = await openWorld();
      const other = provider === 'stripe' ? 'cashfree' : 'stripe';
      const open = await start(world, other);
      const paid = await start(world, other);
      await post(world, signedFact(other, 'success', paid));
      const before = await world.orders.find().sort({ _id: 1 }).toArray();
      const announced = (await world.service.announced()).length;

      const statuses: number[] = [];
      for (const { orderId, reference, minor } of [open, paid])
        for (const about of [
          { orderId, reference, minor },
          { orderId, reference: orderId, minor },
          { orderId, reference: 'pi_strange', minor },
          { orderId: reference, reference, minor },
        ])
          for (const age of [0, 3_600_000])
            statuses.push(await post(world, signedFact(provider, fact, about, new Date(Date.now() - age))));

      expect(new Set(statuses)).toEqual(new Set([503]));
      expect(await world.orders.find().sort({ _id: 1 }).toArray()).toEqual(before);
      expect(await world.service.announced()).toHaveLength(announced);
    },
  );

  it('a webhook that is too large is not read', async () => {
    await using world = await openWorld();
    const body = { type: 'PAYMENT_SUCCESS_WEBHOOK', data: randomBytes(300_000).toString('hex') };

    expect(await post(world, signCashfree(body))).toBe(413);
  });

  it('signed words we do not act on are taken and change nothing', async () => {
    await using world = await openWorld();
    const order = await start(world, 'stripe');

    const statuses = [
      await post(world, signStripe({ id: 'evt_x', type: 'customer.created', data: { object: {} } })),
      await post(world, signCashfree({ type: 'SETTLEMENT', data: {} })),
      await post(
        world,
        signStripe({
          id: 'evt_y',
          type: 'charge.dispute.closed',
          data: { object: { payment_intent: order.reference, amount: 599, currency: 'usd', status: 'won' } },
        }),
      ),
      await post(world, signStripe('not what Stripe sends')),
    ];

    expect(statuses).toEqual([200, 200, 200, 400]);
    expect(await order.state()).toBe('pending');
  });
});
