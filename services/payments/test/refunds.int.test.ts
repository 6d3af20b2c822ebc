/** Money that goes back: given back by an admin here, or at the provider. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { admin, backAt, buy, rails, reason, refund, refusalOf, start } from './buying.ts';
import { post, signedFact } from './webhooks.ts';
import { openWorld, type World } from './world.ts';

const refunded = 'payments.payment-refunded.v1';

/** Every webhook has come, and been acted on. */
const settled = async (world: World, state: string) =>
  expect
    .poll(async () => (await world.orders.find().toArray()).every((order) => order.state === state))
    .toBe(true);

describe('a refund by an admin', () => {
  it.each(rails)(
    'of a whole %s order goes back once, and takes back what it granted (PAY-42, P10)',
    async (rail) => {
      await using world = await openWorld();
      const { orderId, minor, order } = await buy(world, rail);

      const answer = await refund(world, orderId);
      await settled(world, 'refunded');

      expect(answer).toMatchObject({
        _id: orderId,
        refunds: [{ amount: { minor }, reason, by: admin.userId }],
      });
      expect(await backAt(world)).toEqual([[minor, 1]]);
      expect((await world.announced(refunded)).map(({ data }) => data)).toMatchObject([
        { orderId, items: [{ mediaId: 'm1', mediaType: 'ebook', format: 'text' }] },
      ]);
      expect(await order()).toMatchObject({ status: 'refunded', refund: 'done', refunded: { minor } });
    },
  );

  it.each(rails)('of a part of a %s order takes nothing back (PAY-42)', async (rail) => {
    await using world = await openWorld();
    const { orderId, minor, order } = await buy(world, rail);

    await refund(world, orderId, { amountMinor: 100 });
    world.service.clock.advance(30_000);
    await world.service.runJob('follow-refunds');

    expect(await backAt(world)).toEqual([[100, 1]]);
    expect(await order()).toMatchObject({ status: 'paid', refund: 'partly', refunded: { minor: 100 } });
    expect(await world.announced(refunded)).toEqual([]);
    expect(minor).toBeGreaterThan(100);
  });

  it.each(rails)('in parts of a %s order takes it back when all of it is back, once', async (rail) => {
    await using world = await openWorld();
    const { orderId, minor } = await buy(world, rail);

    await refund(world, orderId, { amountMinor: 100 });
    await refund(world, orderId);
    await settled(world, 'refunded');

    expect(await backAt(world)).toEqual([[minor, 2]]);
    expect(await world.announced(refunded)).toHaveLength(1);
  });

  it.each(rails)('asked for twenty times at once of a %s order goes back once', async (rail) => {
    await using world = await openWorld();
    const { orderId, minor } = await buy(world, rail);

    await Promise.all(Array.from({ length: 20 }, () => refund(world, orderId)));
    await settled(world, 'refunded');

    expect(await backAt(world)).toEqual([[minor, 1]]);
    expect(await world.announced(refunded)).toHaveLength(1);
  });

  it('in parts asked for at once never gives back more than came', async () => {
    await using world = await openWorld();
    const { orderId, minor } = await buy(world, 'stripe');

    await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        refund(world, orderId, { amountMinor: 250 }, { 'idempotency-key': randomUUID() }),
      ),
    );

    expect(await backAt(world)).toEqual([[500, 2]]);
    expect(minor).toBe(599);
    const stored = await world.orders.findOne({ _id: orderId });
    expect(stored).toMatchObject({ promisedMinor: 500, refunds: [{ state: 'done' }, { state: 'done' }] });
  });

  it.each([
    ['more than came', { amountMinor: 60_000 }, 400, 'At most ₹499 is left to give back'],
    ['nothing', { amountMinor: 0 }, 400, undefined],
    ['less than nothing', { amountMinor: -5 }, 400, undefined],
    ['no reason', { reason: ' ' }, 400, 'A reason is needed'],
  ])('of %s is refused and changes nothing', async (_what, body, status, sentence) => {
    await using world = await openWorld();
    const { orderId } = await buy(world, 'cashfree');

    const problem = await refusalOf(refund(world, orderId, body));

    expect(problem?.status).toBe(status);
    if (sentence) expect(problem?.detail).toBe(sentence);
    expect(await backAt(world)).toEqual([[0, 0]]);
  });

  it('is for admins, of orders that are known and paid', async () => {
    await using world = await openWorld();
    const { orderId, api } = await start(world, 'cashfree');
    const params = { orderId: orderId };

    expect((await refusalOf(api.refundOrder({ params, body: { reason } })))?.status).toBe(403);
    expect((await refusalOf(refund(world, 'nobody')))?.status).toBe(404);
    expect(await refusalOf(refund(world, orderId))).toMatchObject({
      status: 409,
      code: 'payment-not-complete',
    });
  });

  it.each(rails)('is kept while %s is away, and carried out by the sweeper', async (rail) => {
    await using world = await openWorld();
    const { orderId, minor } = await buy(world, rail);
    await world.knob({ target: `${rail}.*`, status: 503 });

    const asked = await refund(world, orderId);
    await world.calm();
    world.service.clock.advance(30_000);
    await world.service.runJob('follow-refunds');

    expect(asked.refunds).toMatchObject([{ state: 'asked' }]);
    expect(await backAt(world)).toEqual([[minor, 1]]);
    await settled(world, 'refunded');
  });

  it.each(rails)('whose answer from %s was lost is not made twice, even a day later', async (rail) => {
    let later = 0;
    await using world = await openWorld({}, { now: () => new Date(Date.now() + later) });
    const { orderId } = await buy(world, rail);
    await world.knob({ target: `${rail}.refunds.create`, status: 500, after: true });
    await world.knob({ target: `${rail}.*`, dropWebhooks: true });
    await refund(world, orderId, { amountMinor: 100 });

    await world.calm();
    // By then the provider has forgotten the key of the first try.
    later = 25 * 3_600_000;
    world.service.clock.advance(later);
    await world.service.runJob('follow-refunds');

    expect(await backAt(world)).toEqual([[100, 1]]);
    expect(await world.orders.findOne({ _id: orderId })).toMatchObject({ refunds: [{ state: 'done' }] });
  });

  it.each(rails)('that waits at the bank of a %s buyer is done when the bank says so', async (rail) => {
    await using world = await openWorld();
    const { orderId, order } = await buy(world, rail);
    await world.knob({ target: `${rail}.refunds.create`, refundStatus: 'pending' });
    const asked = await refund(world, orderId, { amountMinor: 100 });
    expect(asked.refunds).toMatchObject([{ state: 'pending' }]);
    expect(await order()).toMatchObject({ refund: 'under-way' });

    const [row] = await world.ledger();
    await world.bank.endRefund(row?.refunds[0]?.refundId ?? '', 'succeeded');

    await expect.poll(async () => (await order()).refund).toBe('partly');
  });

  it.each(rails)(
    'that the bank of a %s buyer sends back is marked for a person, and can be asked for again',
    async (rail) => {
      await using world = await openWorld();
      const { orderId, minor, order } = await buy(world, rail);
      await world.knob({ target: `${rail}.refunds.create`, refundStatus: 'pending' });
      await refund(world, orderId);
      const [row] = await world.ledger();
      await world.calm();

      await world.bank.endRefund(row?.refunds[0]?.refundId ?? '', 'failed');
      const stateOf = async () => (await world.as(admin).listOrders())[0]?.refunds[0]?.state;
      await expect.poll(stateOf).toBe('failed');
      const flagged = await world.as(admin).searchOrders({ query: { attention: 'true' } });
      await refund(world, orderId, { reason: 'Once more' });
      await settled(world, 'refunded');

      expect(flagged.orders.map(({ _id }) => _id)).toEqual([orderId]);
      expect((await order()).refunded.minor).toBe(minor);
      expect(await world.announced(refunded)).toHaveLength(1);
    },
  );
});

describe('a refund made at the provider', () => {
  it.each(rails)('of a %s order does the same as one made here (PAY-42)', async (rail) => {
    await using world = await openWorld();
    const order = await buy(world, rail);
    const fact = signedFact(rail, 'refund', order);

    for (let turn = 0; turn < 3; turn += 1) expect(await post(world, fact)).toBe(200);

    expect(await order.order()).toMatchObject({ status: 'refunded', refund: 'done' });
    expect(await world.announced(refunded)).toHaveLength(1);
  });

  it.each(rails)(
    'before the payment of a %s order is known ends refunded, and grants nothing after',
    async (rail) => {
      await using world = await openWorld();
      const order = await start(world, rail);

      await post(world, signedFact(rail, 'refund', order));
      await post(world, signedFact(rail, 'success', order));

      expect((await order.order()).status).toBe('refunded');
      expect(await world.announced('payments.payment-succeeded.v1')).toEqual([]);
    },
  );

  it.each(rails)(
    'of a %s order whose start was interrupted finds the payment by its webhook',
    async (rail) => {
      await using world = await openWorld();
      const order = await start(world, rail);
      await order.pay();
      await world.orders.updateOne({ _id: order.orderId }, { $set: { reference: null, secret: null } });
      await post(world, signedFact(rail, 'success', order));

      await refund(world, order.orderId);
      await settled(world, 'refunded');

      expect(await backAt(world)).toEqual([[order.minor, 1]]);
    },
  );

  it('of money that never was right closes the order', async () => {
    await using world = await openWorld();
    const order = await start(world, 'stripe');
    await world.knob({ target: 'stripe.pay', wrongAmount: true });
    await order.pay();
    await order.confirm();
    expect((await order.order()).status).toBe('mismatch');

    await refund(world, order.orderId);

    expect((await order.order()).status).toBe('refunded');
    expect(await backAt(world)).toEqual([[598, 1]]);
    expect(await world.announced('payments.payment-succeeded.v1')).toEqual([]);
  });
});
