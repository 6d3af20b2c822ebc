import { anEvent, testUser } from '@satrangi/chassis/testing';
import { accessGranted } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { admin, buy, rails, start } from './buying.ts';
import { post, signedFact } from './webhooks.ts';
import { media, openWorld, type World } from './world.ts';

const succeeded = 'payments.payment-succeeded.v1';
const DAY_MS = 86_400_000;

const expire = async (world: World): Promise<void> => {
  world.service.clock.advance(DAY_MS + 60_000);
  await world.service.runJob('sweep-orders');
};

describe('money for an order that was given up (P9)', () => {
  it.each(rails)('%s: is granted when it is still sold at that price', async (rail) => {
    await using world = await openWorld();
    const order = await start(world, rail);
    await world.pay[rail](order.secret);
    await world.orders.updateOne({ _id: order.orderId }, { $set: { state: 'expired', rank: 3 } });

    const settled = await order.confirm();

    expect(settled).toMatchObject({ paid: true, granted: [{ media: 'm1' }] });
    expect(await world.announced(succeeded)).toHaveLength(1);
  });

  it.each([
    ['dearer', { version: 2, priceINR: 899, priceUSD: 9.99 }, 'price'],
    ['cheaper', { version: 2, priceINR: 99, priceUSD: 0.99 }, 'price'],
    ['gone', { version: 2, status: 'withdrawn' }, 'price'],
    ['free', { version: 2, priceINR: 0, priceUSD: 0 }, 'price'],
    ['without a file', { version: 2, deliverable: false }, 'price'],
  ] as const)(
    'for an item that is now %s goes back by itself, and a person is told',
    async (_how, change, why) => {
      await using world = await openWorld();
      const order = await start(world, 'stripe');
      await world.pay.stripe(order.secret);
      await world.orders.updateOne({ _id: order.orderId }, { $set: { state: 'expired', rank: 3 } });
      await world.service.deliver(media(change));

      const settled = await order.confirm();
      const waiting = await order.order();
      await world.service.runJob('follow-refunds');
      await world.service.runJob('follow-refunds');

      expect(settled).toMatchObject({ paid: true, granted: [] });
      expect(waiting).toMatchObject({ refund: 'under-way', fulfilled: false });
      expect(await order.order()).toMatchObject({ status: 'refunded', refund: 'done' });
      expect(await world.ledger()).toMatchObject([{ refundedMinor: 599 }]);
      expect(await world.announced(succeeded)).toEqual([]);
      const [seen] = await world.as(admin).listOrders();
      expect(seen).toMatchObject({ heldBack: why, refunds: [{ by: 'system', state: 'done' }] });
      expect((await world.service.said()).map(({ message }) => message.type)).toContain('order-mismatched');
    },
  );

  it.each(rails)(
    'of somebody who has it by another %s order goes back, and the access stays',
    async (rail) => {
      await using world = await openWorld();
      const user = testUser();
      const first = await start(world, rail, {}, user);
      await expire(world);
      await buy(world, rail, {}, user);

      await post(world, signedFact(rail, 'success', first, world.service.clock.now()));

      expect(await first.order()).toMatchObject({ status: 'paid', refund: 'under-way', fulfilled: false });
      expect(await world.announced(succeeded)).toHaveLength(1);
      expect(await world.as(admin).listOrders()).toMatchObject([{ heldBack: null }, { heldBack: 'owned' }]);
    },
  );

  it('of somebody who was given it goes back', async () => {
    await using world = await openWorld();
    const order = await start(world, 'cashfree');
    await expire(world);
    const data = { userId: order.user.userId, mediaId: 'm1', mediaType: 'ebook', format: 'text' } as const;
    await world.service.deliver(anEvent(accessGranted, { data }));

    await post(world, signedFact('cashfree', 'success', order, world.service.clock.now()));

    expect(await order.order()).toMatchObject({ refund: 'under-way' });
    expect(await world.announced(succeeded)).toEqual([]);
  });

  it('of a contribution is as welcome as any', async () => {
    await using world = await openWorld();
    const body = { name: 'Asha', email: 'asha@example.org', amount: 50_000, isContribution: true };
    const { orderId } = await world.as('visitor').createPayment({ body });
    await expire(world);
    const about = { orderId, reference: orderId, minor: 50_000 };

    await post(world, signedFact('cashfree', 'success', about, world.service.clock.now()));

    expect(await world.announced('payments.contribution-succeeded.v1')).toHaveLength(1);
  });

  it('granted, waiting to go back and gone back are together what was paid', async () => {
    await using world = await openWorld();
    const orders = await Promise.all(Array.from({ length: 12 }, () => start(world, 'cashfree')));
    await expire(world);
    for (const order of orders.slice(0, 6))
      await post(world, signedFact('cashfree', 'success', order, world.service.clock.now()));
    await world.service.deliver(media({ version: 2, priceINR: 899 }));
    for (const order of orders.slice(6))
      await post(world, signedFact('cashfree', 'success', order, world.service.clock.now()));

    const granted = await world.announced(succeeded);
    const held = await world.orders.countDocuments({ heldBack: 'price', 'refunds.state': 'asked' });

    expect([granted.length, held]).toEqual([6, 6]);
  });
});
