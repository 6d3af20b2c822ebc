import { anEvent, testUser } from '@satrangi/chassis/testing';
import { OrderId, orderGranted } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootPayments, media, type PaymentsFixture, startedOrder } from './boot-payments.ts';
import { post, signedWebhook } from './webhooks.ts';

const succeeded = 'payments.payment-succeeded.v1';
const failed = 'payments.payment-failed.v1';
const ways = [
  ['cashfree', 'IN'],
  ['stripe', 'US'],
] as const;
const hour = 3_600_000;
const day = 24 * hour;

const start = async (fixture: PaymentsFixture, country: string) => {
  const api = fixture.as(testUser());
  const opened = startedOrder(await api.createPayment({ body: { items: [{ media: 'm1' }], country } }));
  return {
    ...opened,
    state: async () => (await api.getOrder({ params: { orderId: opened.orderId } })).status,
    pay: () => (country === 'IN' ? fixture.pay.cashfree(opened.secret) : fixture.pay.stripe(opened.secret)),
  };
};

const sweepAfter = async (fixture: PaymentsFixture, ms: number): Promise<void> => {
  fixture.service.clock.advance(ms);
  await fixture.service.runJob('sweep-orders');
};

describe('without webhooks', () => {
  it.each(ways)('a paid %s order is found within a minute (PAY-33)', async (_provider, country) => {
    await using fixture = await bootPayments();
    const order = await start(fixture, country);
    await order.pay();

    await sweepAfter(fixture, 21_000);

    expect(await order.state()).toBe('paid');
    expect(await fixture.announced(succeeded)).toHaveLength(1);
  });

  it('settles all paid orders of fifty and leaves the unpaid ones pending', async () => {
    await using fixture = await bootPayments();
    const orders = await Promise.all(
      Array.from({ length: 50 }, (_, at) => start(fixture, at % 2 === 0 ? 'IN' : 'US')),
    );
    const paid = orders.filter((_, at) => at % 3 === 0);
    await Promise.all(paid.map(({ pay }) => pay()));

    await sweepAfter(fixture, 21_000);

    const states = await Promise.all(orders.map(({ state }) => state()));
    expect(states).toEqual(orders.map((_, at) => (at % 3 === 0 ? 'paid' : 'pending')));
    expect(await fixture.announced(succeeded)).toHaveLength(paid.length);
  });

  it.each(ways)('a paid %s order of a clock that was an hour ahead is found', async (_provider, country) => {
    await using fixture = await bootPayments();
    const { clock, runJob } = fixture.service;
    const before = await start(fixture, country);
    clock.advance(hour);
    const ahead = await start(fixture, country);
    // the wrong clock schedules the next check of the first order
    await runJob('sweep-orders');
    await Promise.all([before.pay(), ahead.pay()]);
    clock.advance(-hour + 21_000);

    await runJob('sweep-orders');
    const due = [await before.state(), await ahead.state()];
    await runJob('check-late-schedules');

    expect(due).toEqual(['pending', 'pending']);
    expect([await before.state(), await ahead.state()]).toEqual(['paid', 'paid']);
    expect(await fixture.announced(succeeded)).toHaveLength(2);
  });

  it('status requests for an abandoned order back off', async () => {
    await using fixture = await bootPayments();
    await start(fixture, 'US');
    const requested: number[] = [];
    for (let minute = 0; minute < 120; minute += 1) {
      const before = fixture.providerRequests.length;
      for (let step = 0; step < 6; step += 1) await sweepAfter(fixture, 10_000);
      requested.push(fixture.providerRequests.length - before);
    }

    expect(requested.slice(0, 2).every((times) => times >= 1)).toBe(true);
    expect(requested.reduce((sum, times) => sum + times, 0)).toBeLessThan(30);
    expect(requested.slice(-30).reduce((sum, times) => sum + times, 0)).toBeLessThan(3);
  });

  it('a provider outage only delays settlement', async () => {
    await using fixture = await bootPayments();
    const order = await start(fixture, 'IN');
    await order.pay();
    await fixture.knob({ target: 'cashfree.*', status: 500 });
    await sweepAfter(fixture, 21_000);
    expect(await order.state()).toBe('pending');

    await fixture.clearKnobs();
    await sweepAfter(fixture, 21_000);

    expect(await order.state()).toBe('paid');
  });
});

describe('without a grant from the library', () => {
  it('a paid order is republished until it is granted, and not after', async () => {
    await using fixture = await bootPayments();
    const order = await start(fixture, 'IN');
    await post(fixture, signedWebhook('cashfree', 'success', order));

    await sweepAfter(fixture, 15_000);
    expect(await fixture.announced(succeeded)).toHaveLength(1);
    await sweepAfter(fixture, 6_000);
    expect(await fixture.announced(succeeded)).toHaveLength(2);

    const orderId = OrderId.parse(order.orderId);
    await fixture.service.deliver(anEvent(orderGranted, { data: { orderId, userId: testUser().userId } }));
    await sweepAfter(fixture, 60_000);
    expect(await fixture.announced(succeeded)).toHaveLength(2);
  });

  it('two concurrent sweepers republish once', async () => {
    await using fixture = await bootPayments();
    const order = await start(fixture, 'IN');
    await post(fixture, signedWebhook('cashfree', 'success', order));
    fixture.service.clock.advance(21_000);

    await Promise.all([fixture.service.runJob('sweep-orders'), fixture.service.runJob('sweep-orders')]);

    expect(await fixture.announced(succeeded)).toHaveLength(2);
  });
});

describe('a late payment', () => {
  it.each(ways)(
    'an unpaid %s order expires after a day and publishes it once (PAY-24, PAY-33)',
    async (_provider, country) => {
      await using fixture = await bootPayments();
      const order = await start(fixture, country);

      await sweepAfter(fixture, day + 1_000);
      await sweepAfter(fixture, day + 1_000);

      expect(await order.state()).toBe('expired');
      expect(await fixture.announced(failed)).toMatchObject([
        { data: { orderId: order.orderId, reason: 'expired' } },
      ]);
    },
  );

  it.each(ways)('a payment of an expired %s order is granted', async (provider, country) => {
    await using fixture = await bootPayments();
    const order = await start(fixture, country);
    await sweepAfter(fixture, day + 1_000);
    await order.pay();

    const status = await post(
      fixture,
      signedWebhook(provider, 'success', order, fixture.service.clock.now()),
    );

    expect([status, await order.state()]).toEqual([200, 'paid']);
    expect(await fixture.announced(succeeded)).toHaveLength(1);
  });

  it.each(ways)('a payment of an expired %s order is found without a webhook', async (_provider, country) => {
    await using fixture = await bootPayments();
    const order = await start(fixture, country);
    await sweepAfter(fixture, day + 1_000);
    await order.pay();

    await sweepAfter(fixture, day + 1_000);

    expect(await order.state()).toBe('paid');
  });

  it('the last look for late money is taken again after an outage of the provider, and once', async () => {
    await using fixture = await bootPayments();
    const order = await start(fixture, 'IN');
    for (let days = 0; days < 3; days += 1) await sweepAfter(fixture, day + 1_000);
    await order.pay();
    await fixture.knob({ target: 'cashfree.*', status: 500 });
    await sweepAfter(fixture, 2 * day);
    expect(await order.state()).toBe('expired');

    await fixture.clearKnobs();
    await sweepAfter(fixture, 2 * hour);

    expect(await order.state()).not.toBe('expired');
    const { length } = fixture.providerRequests;
    await sweepAfter(fixture, 2 * hour);
    expect(fixture.providerRequests).toHaveLength(length);
  });

  it('an order that its provider does not know any more expires, and is asked for no longer than 30 days', async () => {
    await using fixture = await bootPayments();
    const order = await start(fixture, 'IN');
    await fixture.knob({ target: 'cashfree.*', status: 404 });
    await sweepAfter(fixture, 29 * day);
    const { length } = fixture.providerRequests;
    await sweepAfter(fixture, 2 * day);
    expect(fixture.providerRequests.length).toBeGreaterThan(length);

    const last = fixture.providerRequests.length;
    await sweepAfter(fixture, 2 * hour);

    expect(fixture.providerRequests).toHaveLength(last);
    expect(await order.state()).toBe('expired');
  });

  it('an order that is paid at the last check does not expire', async () => {
    await using fixture = await bootPayments();
    const order = await start(fixture, 'IN');
    await order.pay();

    await sweepAfter(fixture, day + 1_000);

    expect(await order.state()).toBe('paid');
    expect(await fixture.announced(failed)).toEqual([]);
  });

  it.each(ways)(
    'a %s order is granted although the item was withdrawn after the order',
    async (provider, country) => {
      await using fixture = await bootPayments();
      const order = await start(fixture, country);
      await fixture.service.deliver(media({ version: 2, status: 'withdrawn' }));

      await post(fixture, signedWebhook(provider, 'success', order));

      expect(await order.state()).toBe('paid');
      expect(await fixture.announced(succeeded)).toMatchObject([{ data: { items: [{ mediaId: 'm1' }] } }]);
    },
  );
});
