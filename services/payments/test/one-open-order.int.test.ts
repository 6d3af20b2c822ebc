import { randomUUID } from 'node:crypto';
import { testUser } from '@satrangi/chassis/testing';
import { ApiError } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { refusalOf, start } from './buying.ts';
import { media, openWorld, type World } from './world.ts';

const withKey = (key = randomUUID()) => ({ headers: { 'idempotency-key': key } });
const body = { items: [{ media: 'm1' }], country: 'IN' };
const openOrders = (world: World) => world.orders.countDocuments({ state: 'pending' });

describe('Buy pressed again while an order is open', () => {
  it('goes on with that order, whatever key the page sends (PAY-34)', async () => {
    await using world = await openWorld();

    const first = await world.api.createPayment({ body }, withKey());
    world.service.clock.advance(10 * 60_000);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => world.api.createPayment({ body }, withKey())),
    );

    expect(answers).toEqual(answers.map(() => first));
    expect(await world.ledger()).toHaveLength(1);
  });

  it('at once in ten windows makes one order and one payment', async () => {
    await using world = await openWorld();

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => world.api.createPayment({ body }, withKey())),
    );

    expect(new Set(answers.map(({ orderId }) => orderId)).size).toBe(1);
    expect(await world.ledger()).toHaveLength(1);
  });

  it('remembers each key: after paying, each of them still answers that order, and with another body is refused', async () => {
    await using world = await openWorld();
    const [one, two] = [randomUUID(), randomUUID()];
    const first = await start(world, 'cashfree', {}, world.buyer);
    await world.api.createPayment({ body }, withKey(one));
    await world.api.createPayment({ body: { ...body, name: 'Asha' } }, withKey(two));
    await first.pay();
    await first.confirm();

    const again = await world.api.createPayment({ body }, withKey(one));
    const other = world.api.createPayment({ body: { ...body, name: 'Other' } }, withKey(two));

    expect(again.orderId).toBe(first.orderId);
    await expect(other).rejects.toMatchObject({ code: 'idempotency-mismatch' });
    await expect(world.api.createPayment({ body }, withKey())).rejects.toMatchObject({
      code: 'already-owned',
    });
  });

  it('with new words about the buyer sends the receipt where the last ones say', async () => {
    await using world = await openWorld();
    const first = await start(world, 'cashfree', { email: 'old@example.org' }, world.buyer);
    await world.api.createPayment({ body: { ...body, email: 'new@example.org' } }, withKey());

    await first.pay();
    await first.confirm();
    await world.service.runWork();

    expect((await world.mails()).map(({ to }) => to[0])).toEqual(['new@example.org']);
  });

  it.each([
    [
      'at another price',
      async (world: World) => world.service.deliver(media({ version: 2, priceINR: 599 })),
      body,
    ],
    ['in another country', async () => {}, { ...body, country: 'US' }],
  ] as const)('%s makes a new order, and the old one is given up', async (_how, change, next) => {
    await using world = await openWorld();
    const first = await start(world, 'cashfree', {}, world.buyer);
    await change(world);

    const second = await world.api.createPayment({ body: next }, withKey());

    expect(second.orderId).not.toBe(first.orderId);
    expect((await first.order()).status).toBe('expired');
    expect(await openOrders(world)).toBe(1);
  });

  it.each([
    ['without a key, within the same minute', () => ({})],
    ['with a key of its own', () => withKey()],
  ] as const)(
    'at an amount that is not the price is refused with the right one, %s (PAY-26)',
    async (_how, options) => {
      await using world = await openWorld();
      const first = await world.api.createPayment({ body: { ...body, amount: 499 } }, options());

      const wrong = await refusalOf(world.api.createPayment({ body: { ...body, amount: 399 } }, options()));
      const again = await world.api.createPayment({ body: { ...body, amount: 499 } }, options());

      expect(wrong).toMatchObject({
        status: 409,
        code: 'price-changed',
        detail: 'The price has changed',
        data: { amount: 49_900, currency: 'INR' },
      });
      expect(again).toEqual(first);
      expect(await world.ledger()).toMatchObject([{ amountMinor: 49_900 }]);
    },
  );

  it('when the order is nearly over makes a new one with time to pay', async () => {
    await using world = await openWorld();
    const first = await start(world, 'cashfree', {}, world.buyer);
    world.service.clock.advance(23.5 * 3_600_000);

    const second = await world.api.createPayment({ body }, withKey());

    expect(second.orderId).not.toBe(first.orderId);
    expect((await first.order()).status).toBe('expired');
  });

  it('by somebody else, or for other things, is another order', async () => {
    await using world = await openWorld();
    await world.service.deliver(media({ mediaId: 'm2' }));
    const first = await world.api.createPayment({ body }, withKey());

    const others = [
      await world.as(testUser()).createPayment({ body }, withKey()),
      await world.api.createPayment({ body: { ...body, items: [{ media: 'm2' }] } }, withKey()),
    ];

    expect(new Set([first, ...others].map(({ orderId }) => orderId)).size).toBe(3);
  });

  it('goes on after a card was declined', async () => {
    await using world = await openWorld();
    const first = await start(world, 'stripe', {}, world.buyer);
    await world.pay.stripe(first.secret, 'failed');
    await first.confirm().catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });

    const second = await world.api.createPayment({ body: { ...body, country: 'US' } }, withKey());

    expect((await first.order()).status).toBe('failed');
    expect(second.orderId).toBe(first.orderId);
  });
});
