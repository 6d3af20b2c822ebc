import { anEvent, testUser } from '@satrangi/chassis/testing';
import { OrderId, orderGranted } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { post, signedFact } from './webhooks.ts';
import { media, openedBy, openWorld, type World } from './world.ts';

const succeeded = 'payments.payment-succeeded.v1';
const failed = 'payments.payment-failed.v1';
const ways = [
  ['cashfree', 'IN'],
  ['stripe', 'US'],
] as const;
const day = 24 * 3_600_000;

const start = async (world: World, country: string) => {
  const api = world.as(testUser());
  const opened = openedBy(await api.createPayment({ body: { items: [{ media: 'm1' }], country } }));
  return {
    ...opened,
    state: async () => (await api.getOrder({ params: { orderId: opened.orderId } })).status,
    pay: () => (country === 'IN' ? world.pay.cashfree(opened.secret) : world.pay.stripe(opened.secret)),
  };
};

const sweepAfter = async (world: World, ms: number): Promise<void> => {
  world.service.clock.advance(ms);
  await world.service.runJob('sweep-orders');
};

describe('when no webhook ever comes', () => {
  it.each(ways)('a paid %s order is found within a minute (PAY-33)', async (_provider, country) => {
    await using world = await openWorld();
    const order = await start(world, country);
    await order.pay();

    await sweepAfter(world, 21_000);

    expect(await order.state()).toBe('paid');
    expect(await world.announced(succeeded)).toHaveLength(1);
  });

  it('is found for each of fifty orders, while the unpaid ones beside them stay unpaid', async () => {
    await using world = await openWorld();
    const orders = await Promise.all(
      Array.from({ length: 50 }, (_, at) => start(world, at % 2 === 0 ? 'IN' : 'US')),
    );
    const paid = orders.filter((_, at) => at % 3 === 0);
    await Promise.all(paid.map(({ pay }) => pay()));

    await sweepAfter(world, 21_000);

    const states = await Promise.all(orders.map(({ state }) => state()));
    expect(states).toEqual(orders.map((_, at) => (at % 3 === 0 ? 'paid' : 'pending')));
    expect(await world.announced(succeeded)).toHaveLength(paid.length);
  });

  it('the provider is asked ever less often about an abandoned order', async () => {
    await using world = await openWorld();
    await start(world, 'US');
    const asked: number[] = [];
    for (let minute = 0; minute < 120; minute += 1) {
      const before = world.toldProviders.length;
      for (let step = 0; step < 6; step += 1) await sweepAfter(world, 10_000);
      asked.push(world.toldProviders.length - before);
    }

    expect(asked.slice(0, 2).every((times) => times >= 1)).toBe(true);
    expect(asked.reduce((sum, times) => sum + times, 0)).toBeLessThan(30);
    expect(asked.slice(-30).reduce((sum, times) => sum + times, 0)).toBeLessThan(3);
  });

  it('a provider that does not answer costs only patience', async () => {
    await using world = await openWorld();
    const order = await start(world, 'IN');
    await order.pay();
    await world.knob({ target: 'cashfree.*', status: 500 });
    await sweepAfter(world, 21_000);
    expect(await order.state()).toBe('pending');

    await world.calm();
    await sweepAfter(world, 21_000);

    expect(await order.state()).toBe('paid');
  });
});

describe('when the library is silent', () => {
  it('a paid order is announced again until it is granted, and never after', async () => {
    await using world = await openWorld();
    const order = await start(world, 'IN');
    await post(world, signedFact('cashfree', 'success', order));

    await sweepAfter(world, 15_000);
    expect(await world.announced(succeeded)).toHaveLength(1);
    await sweepAfter(world, 6_000);
    expect(await world.announced(succeeded)).toHaveLength(2);

    const orderId = OrderId.parse(order.orderId);
    await world.service.deliver(anEvent(orderGranted, { data: { orderId, userId: testUser().userId } }));
    await sweepAfter(world, 60_000);
    expect(await world.announced(succeeded)).toHaveLength(2);
  });

  it('two sweepers at once announce once', async () => {
    await using world = await openWorld();
    const order = await start(world, 'IN');
    await post(world, signedFact('cashfree', 'success', order));
    world.service.clock.advance(21_000);

    await Promise.all([world.service.runJob('sweep-orders'), world.service.runJob('sweep-orders')]);

    expect(await world.announced(succeeded)).toHaveLength(2);
  });
});

describe('late money', () => {
  it.each(ways)(
    'an unpaid %s order expires after a day and says so once (PAY-24, PAY-33)',
    async (_provider, country) => {
      await using world = await openWorld();
      const order = await start(world, country);

      await sweepAfter(world, day + 1_000);
      await sweepAfter(world, day + 1_000);

      expect(await order.state()).toBe('expired');
      expect(await world.announced(failed)).toMatchObject([
        { data: { orderId: order.orderId, reason: 'expired' } },
      ]);
    },
  );

  it.each(ways)('money that comes after %s order expired is granted', async (provider, country) => {
    await using world = await openWorld();
    const order = await start(world, country);
    await sweepAfter(world, day + 1_000);
    await order.pay();

    const status = await post(world, signedFact(provider, 'success', order, world.service.clock.now()));

    expect([status, await order.state()]).toEqual([200, 'paid']);
    expect(await world.announced(succeeded)).toHaveLength(1);
  });

  it.each(ways)(
    'money that comes after %s order expired is found without a webhook',
    async (_provider, country) => {
      await using world = await openWorld();
      const order = await start(world, country);
      await sweepAfter(world, day + 1_000);
      await order.pay();

      await sweepAfter(world, day + 1_000);

      expect(await order.state()).toBe('paid');
    },
  );

  it('money is taken as late as it comes: an order that is paid at the last look does not expire', async () => {
    await using world = await openWorld();
    const order = await start(world, 'IN');
    await order.pay();

    await sweepAfter(world, day + 1_000);

    expect(await order.state()).toBe('paid');
    expect(await world.announced(failed)).toEqual([]);
  });

  it.each(ways)(
    'a %s order is granted although the item was withdrawn meanwhile',
    async (provider, country) => {
      await using world = await openWorld();
      const order = await start(world, country);
      await world.service.deliver(media({ version: 2, status: 'withdrawn' }));

      await post(world, signedFact(provider, 'success', order));

      expect(await order.state()).toBe('paid');
      expect(await world.announced(succeeded)).toMatchObject([{ data: { items: [{ mediaId: 'm1' }] } }]);
    },
  );
});
