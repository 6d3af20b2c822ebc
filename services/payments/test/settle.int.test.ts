import { testUser } from '@satrangi/chassis/testing';
import { liveTypes } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { type Fact, post, signCashfree, signedFact } from './webhooks.ts';
import { media, openedBy, openWorld, type World } from './world.ts';

const succeeded = 'payments.payment-succeeded.v1';
const failed = 'payments.payment-failed.v1';
const refunded = 'payments.payment-refunded.v1';
const mismatched = 'payments.payment-mismatched.v1';
const countries = { stripe: 'US', cashfree: 'IN' } as const;
const providers = ['stripe', 'cashfree'] as const;

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

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length <= 1
    ? [[...items]]
    : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));

describe('many voices, one effect', () => {
  it.each(providers)(
    'a %s payment told 50 times by webhook and page at once grants once, with one receipt',
    async (provider) => {
      await using world = await openWorld();
      const order = await start(world, provider, 'asha@example.org');
      await (provider === 'stripe' ? world.pay.stripe(order.secret) : world.pay.cashfree(order.secret));
      const signed = signedFact(provider, 'success', order);

      const told = await Promise.all(
        Array.from({ length: 50 }, async (_, at) => {
          if (at % 2 === 0) return post(world, signed);
          return (await order.confirm()).status;
        }),
      );

      expect(new Set(told)).toEqual(new Set([200, 'paid']));
      expect(await world.announced(succeeded)).toHaveLength(1);
      await world.service.runWork();
      await world.service.runWork();
      expect(await world.mails()).toHaveLength(1);
      expect(await world.orders.findOne({ _id: order.orderId })).toMatchObject({ receipt: 'sent' });
    },
  );

  it('the same event id is used whenever an order is announced again', async () => {
    await using world = await openWorld();
    const order = await start(world, 'stripe');
    await post(world, signedFact('stripe', 'success', order));

    for (let turn = 0; turn < 2; turn += 1) {
      world.service.clock.advance(21_000);
      await world.service.runJob('sweep-orders');
    }

    const events = await world.announced(succeeded);
    expect(events).toHaveLength(3);
    expect(new Set(events.map(({ id }) => id)).size).toBe(1);
  });
});

describe('order of arrival', () => {
  it.each(providers)(
    'all 120 histories of a %s order end where its facts say',
    async (provider) => {
      await using world = await openWorld();
      const facts = permutations(['created', 'failed', 'success', 'refund', 'dispute'] as const);
      const ended: { history: string; state: unknown; told: string[] }[] = [];
      const expected: typeof ended = [];

      for (const history of facts) {
        const order = await start(world, provider);
        const kept = await world.orders.findOneAndDelete({ _id: order.orderId });
        if (!kept) throw new Error('the order was not kept');
        const refused: Fact[] = [];
        const effective: Fact[] = [];
        const tell = async (fact: Fact): Promise<void> => {
          const status = await post(world, signedFact(provider, fact, order));
          if (status === 200) effective.push(fact);
          else if (status === 503) refused.push(fact);
          else throw new Error(`answered ${status}`);
        };
        for (const fact of history) {
          if (fact === 'created') await world.orders.insertOne(kept);
          else await tell(fact);
        }
        // What was not taken is sent again.
        for (const fact of refused.splice(0)) await tell(fact);

        const all = await world.service.announced();
        const told = all
          .filter(({ subject }) => subject === `order/${order.orderId}`)
          .map(({ type }) => type);
        ended.push({ history: history.join(), state: await order.state(), told });

        const [first = '', second = ''] = effective.filter((fact) => fact !== 'failed');
        const isGranted = first === 'success';
        const isFailureTold = effective[0] === 'failed';
        expected.push({
          history: history.join(),
          state: 'refunded',
          told: [
            ...(isFailureTold ? [failed] : []),
            ...(isGranted && second !== '' ? [succeeded] : []),
            refunded,
          ],
        });
      }

      expect(facts).toHaveLength(120);
      expect(ended).toEqual(expected);
    },
    120_000,
  );

  it.each(providers)('a late failure of a %s order changes nothing', async (provider) => {
    await using world = await openWorld();
    const order = await start(world, provider);
    await post(world, signedFact(provider, 'success', order));

    const status = await post(world, signedFact(provider, 'failed', order));

    expect(status).toBe(200);
    expect(await order.state()).toBe('paid');
    expect(await world.announced(failed)).toEqual([]);
  });

  it.each(providers)('a failed %s order can still be paid', async (provider) => {
    await using world = await openWorld();
    const order = await start(world, provider);
    await post(world, signedFact(provider, 'failed', order));
    expect(await order.state()).toBe('failed');

    await (provider === 'stripe' ? world.pay.stripe(order.secret) : world.pay.cashfree(order.secret));
    const settled = await order.confirm();

    expect(settled).toMatchObject({ status: 'paid', paid: true });
    expect(await world.announced(failed)).toMatchObject([{ data: { reason: 'failed' } }]);
    expect(await world.announced(succeeded)).toHaveLength(1);
  });

  it.each(providers)('a part of the money of a %s order going back takes nothing away', async (provider) => {
    await using world = await openWorld();
    const order = await start(world, provider);
    await (provider === 'stripe' ? world.pay.stripe(order.secret) : world.pay.cashfree(order.secret));
    await order.confirm();

    const status = await post(world, signedFact(provider, 'refund', { ...order, minor: order.minor - 1 }));

    expect(status).toBe(200);
    expect(await order.state()).toBe('paid');
    expect(await world.announced(refunded)).toEqual([]);
  });
});

describe('money that is not right', () => {
  it.each([
    ['stripe', { amountMinor: 598 }],
    ['stripe', { currency: 'inr' }],
    ['cashfree', { amountMinor: 49_899 }],
    ['cashfree', { currency: 'USD' }],
  ] as const)('a %s payment of %o grants nothing and calls a person', async (provider, wrongAmount) => {
    await using world = await openWorld();
    const order = await start(world, provider);
    await world.knob({ target: `${provider}.*`, wrongAmount });

    if (provider === 'stripe') await world.pay.stripe(order.secret, 'succeeded', 'send');
    else await world.pay.cashfree(order.secret, 'success', 'send');

    await expect.poll(order.state).toBe('mismatch');
    expect(await order.confirm()).toMatchObject({ status: 'mismatch', paid: false, granted: [] });
    expect(await world.announced(succeeded)).toEqual([]);
    expect(await world.announced(mismatched)).toMatchObject([
      { data: { orderId: order.orderId, expected: { minor: order.minor } } },
    ]);
    expect(await world.service.said()).toEqual([
      { message: { type: liveTypes.orderMismatched, id: order.orderId }, audience: { to: 'admins' } },
    ]);
  });

  it.each([
    ['stripe', 'webhook'],
    ['stripe', 'page'],
    ['cashfree', 'page'],
  ] as const)('%s money that its %s says is for another order grants nothing (P7)', async (provider, by) => {
    await using world = await openWorld();
    const order = await start(world, provider);
    const other = await start(world, provider);
    await world.knob({ target: `${provider}.*`, otherOrder: other.orderId });

    const mode = by === 'webhook' ? 'send' : 'skip';
    if (provider === 'stripe') await world.pay.stripe(order.secret, 'succeeded', mode);
    else await world.pay.cashfree(order.secret, 'success', mode);
    if (by === 'page') await order.confirm();
    else
      await expect
        .poll(
          async () =>
            (await world.ledger()).flatMap(({ webhooks }) => webhooks.flatMap(({ attempts }) => attempts))
              .length,
        )
        .toBeGreaterThan(0);

    expect(await world.announced(succeeded)).toEqual([]);
    expect([await order.state(), await other.state()]).not.toContain('paid');
  });

  it.each(providers)(
    'a %s webhook of another merchant is refused, and changes nothing (P7)',
    async (provider) => {
      await using world = await openWorld();
      const order = await start(world, provider);
      await world.knob({ target: `${provider}.*`, otherMerchant: true });

      if (provider === 'stripe') await world.pay.stripe(order.secret, 'succeeded', 'send');
      else await world.pay.cashfree(order.secret, 'success', 'send');
      const answers = async () =>
        (await world.ledger()).flatMap(({ webhooks }) => webhooks.flatMap(({ attempts }) => attempts));

      await expect.poll(async () => (await answers())[0]?.status).toBe(401);
      expect(await order.state()).toBe('pending');
      expect(await world.announced(succeeded)).toEqual([]);
    },
  );

  it('money of a payment that was never started for this order grants nothing', async () => {
    await using world = await openWorld();
    const order = await start(world, 'stripe');

    const status = await post(world, signedFact('stripe', 'success', { ...order, reference: 'pi_other' }));

    expect(status).toBe(200);
    expect(await order.state()).toBe('mismatch');
    expect(await world.announced(succeeded)).toEqual([]);
  });

  it('one payment pays for one order', async () => {
    await using world = await openWorld();
    const first = await start(world, 'cashfree');
    const second = await start(world, 'cashfree');
    const body = JSON.parse(signedFact('cashfree', 'success', second).raw);
    body.data.payment.cf_payment_id = `SUCCESS-${first.orderId}`;
    await post(world, signedFact('cashfree', 'success', first));

    await post(world, signCashfree(body));

    expect(await first.state()).toBe('paid');
    expect(await second.state()).toBe('mismatch');
    expect(await world.announced(succeeded)).toHaveLength(1);
  });

  it('a buyer who paid one order in two windows is granted once, and a person is called once', async () => {
    await using world = await openWorld();
    const order = await start(world, 'cashfree');
    const second = JSON.parse(signedFact('cashfree', 'success', order).raw);
    second.data.payment.cf_payment_id = 'another-payment';

    for (const _time of [1, 2]) {
      await post(world, signedFact('cashfree', 'success', order));
      await post(world, signCashfree(second));
    }

    expect(await order.state()).toBe('paid');
    expect(await world.announced(succeeded)).toHaveLength(1);
    expect(await world.announced(mismatched)).toHaveLength(1);
    expect(await world.service.said()).toMatchObject([{ audience: { to: 'admins' } }]);
  });

  it('a reader who pays two orders for one book is granted it, and a person is called to give money back', async () => {
    await using world = await openWorld();
    const order = await start(world, 'cashfree');
    await world.service.deliver(media({ mediaId: 'm2' }));
    const body = { items: [{ media: 'm1' }, { media: 'm2' }], country: countries.cashfree };
    const twin = openedBy(
      await order.api.createPayment({ body }, { headers: { 'idempotency-key': 'later' } }),
    );

    for (const one of [order, { ...twin, user: order.user }, order])
      await post(world, signedFact('cashfree', 'success', one));

    expect(await world.announced(succeeded)).toHaveLength(2);
    expect(await world.announced(mismatched)).toMatchObject([{ data: { orderId: twin.orderId } }]);
    expect(await world.service.said()).toMatchObject([{ audience: { to: 'admins' } }]);
  });

  it('a mismatched order is paid once the provider says the right amount', async () => {
    await using world = await openWorld();
    const order = await start(world, 'cashfree');
    await world.knob({ target: 'cashfree.*', wrongAmount: true });
    await world.pay.cashfree(order.secret);
    await order.confirm();
    expect(await order.state()).toBe('mismatch');

    await world.calm();
    await post(world, signedFact('cashfree', 'success', order));

    expect(await order.state()).toBe('paid');
  });
});
