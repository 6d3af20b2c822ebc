import { anEvent, testUser } from '@satrangi/chassis/testing';
import { accessGranted, OrderId, orderGranted, userDeleted } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootPayments, media, type PaymentsFixture } from './boot-payments.ts';
import { admin, buy, providers, refundsAtProvider, start } from './orders-fixture.ts';
import { post, signCashfree, signedWebhook } from './webhooks.ts';

const succeeded = 'payments.payment-succeeded.v1';
const DAY_MS = 86_400_000;

const expire = async (fixture: PaymentsFixture): Promise<void> => {
  fixture.service.clock.advance(DAY_MS + 60_000);
  await fixture.service.runJob('sweep-orders');
};

describe('a payment of an expired order (P9)', () => {
  it.each(providers)('%s: is granted when the item is still sold at that price', async (provider) => {
    await using fixture = await bootPayments();
    const order = await start(fixture, provider);
    await fixture.pay[provider](order.secret);
    await fixture.orders.updateOne({ _id: order.orderId }, { $set: { state: 'expired', rank: 3 } });

    const settled = await order.confirm();

    expect(settled).toMatchObject({ paid: true, granted: [{ media: 'm1' }] });
    expect(await fixture.announced(succeeded)).toHaveLength(1);
  });

  it.each([
    ['dearer', { version: 2, priceINR: 899, priceUSD: 9.99 }, 'price'],
    ['cheaper', { version: 2, priceINR: 99, priceUSD: 0.99 }, 'price'],
    ['gone', { version: 2, status: 'withdrawn' }, 'price'],
    ['free', { version: 2, priceINR: 0, priceUSD: 0 }, 'price'],
    ['without a file', { version: 2, deliverable: false }, 'price'],
  ] as const)(
    'for an item that is now %s is refunded automatically and reported to admins',
    async (_how, change, why) => {
      await using fixture = await bootPayments();
      const order = await start(fixture, 'stripe');
      await fixture.pay.stripe(order.secret);
      await fixture.orders.updateOne({ _id: order.orderId }, { $set: { state: 'expired', rank: 3 } });
      await fixture.service.deliver(media(change));

      const settled = await order.confirm();
      const waiting = await order.order();
      await fixture.service.runJob('follow-refunds');
      await fixture.service.runJob('follow-refunds');

      expect(settled).toMatchObject({ paid: true, granted: [] });
      expect(waiting).toMatchObject({ refund: 'under-way', fulfilled: false });
      expect(await order.order()).toMatchObject({ status: 'refunded', refund: 'done' });
      expect(await fixture.ledger()).toMatchObject([{ refundedMinor: 599 }]);
      expect(await fixture.announced(succeeded)).toEqual([]);
      const [seen] = await fixture.as(admin).listOrders();
      expect(seen).toMatchObject({ heldBack: why, refunds: [{ by: 'system', state: 'done' }] });
      expect((await fixture.service.liveMessages()).map(({ message }) => message.type)).toContain(
        'order-mismatched',
      );
    },
  );

  it.each(providers)(
    'of a reader who owns the item by another %s order is refunded, and access stays',
    async (provider) => {
      await using fixture = await bootPayments();
      const user = testUser();
      const first = await start(fixture, provider, {}, user);
      await expire(fixture);
      await buy(fixture, provider, {}, user);

      await post(fixture, signedWebhook(provider, 'success', first, fixture.service.clock.now()));

      expect(await first.order()).toMatchObject({ status: 'paid', refund: 'under-way', fulfilled: false });
      expect(await fixture.announced(succeeded)).toHaveLength(1);
      expect(await fixture.as(admin).listOrders()).toMatchObject([{ heldBack: null }, { heldBack: 'owned' }]);
    },
  );

  it('that was paid twice waits for an admin until the second payment goes back, too', async () => {
    await using fixture = await bootPayments();
    const order = await start(fixture, 'cashfree');
    await expire(fixture);
    await fixture.service.deliver(media({ version: 2, priceINR: 899 }));
    const paid = JSON.parse(signedWebhook('cashfree', 'success', order, fixture.service.clock.now()).raw);
    const attention = async () =>
      (await fixture.as(admin).searchOrders({ query: { attention: 'true' } })).orders.map(({ _id }) => _id);
    await post(fixture, signCashfree(paid, fixture.service.clock.now()));
    expect(await attention()).toEqual([]);
    paid.data.payment.cf_payment_id = 'another-payment';

    await post(fixture, signCashfree(paid, fixture.service.clock.now()));

    expect(await attention()).toEqual([order.orderId]);
    // both are promised
    await fixture.orders.updateOne({ _id: order.orderId }, { $set: { promisedMinor: 2 * 49_900 } });
    expect(await attention()).toEqual([]);
  });

  it('of a reader who was granted the item is refunded', async () => {
    await using fixture = await bootPayments();
    const order = await start(fixture, 'cashfree');
    await expire(fixture);
    const data = { userId: order.user.userId, mediaId: 'm1', mediaType: 'ebook', format: 'text' } as const;
    await fixture.service.deliver(anEvent(accessGranted, { data }));

    await post(fixture, signedWebhook('cashfree', 'success', order, fixture.service.clock.now()));

    expect(await order.order()).toMatchObject({ refund: 'under-way' });
    expect(await fixture.announced(succeeded)).toEqual([]);
  });

  it.each([
    ['a purchase', {}],
    ['a gift', { isGift: true, giftEmail: 'friend@example.net' }],
  ])(
    'of %s whose buyer has deleted the account is refunded, though the order was open',
    async (_what, more) => {
      await using fixture = await bootPayments();
      const order = await start(fixture, 'cashfree', more);
      await fixture.service.deliver(anEvent(userDeleted, { data: { userId: order.user.userId } }));

      await order.pay();
      await post(fixture, signedWebhook('cashfree', 'success', order, fixture.service.clock.now()));
      await fixture.service.runJob('follow-refunds');
      await fixture.service.runJob('follow-refunds');

      expect(await fixture.ledger()).toMatchObject([{ refundedMinor: 49_900 }]);
      const { orders } = await fixture.as(admin).searchOrders({ query: { text: order.orderId } });
      expect(orders).toMatchObject([
        { paymentStatus: 'refunded', heldBack: 'account-deleted', fulfilled: false },
      ]);
      for (const type of [succeeded, 'payments.gift-purchased.v1'])
        expect(await fixture.announced(type)).toEqual([]);
    },
  );

  it('is refunded when the library had learned first that the account was deleted, unless it was granted', async () => {
    await using fixture = await bootPayments();
    const [granted, late] = [await buy(fixture, 'cashfree'), await buy(fixture, 'cashfree')];
    const answer = ({ orderId, user: { userId } }: typeof late, more: { isErased?: true } = {}) =>
      fixture.service.deliver(
        anEvent(orderGranted, { data: { orderId: OrderId.parse(orderId), userId, ...more } }),
      );
    await answer(granted);

    for (const order of [granted, late, late]) await answer(order, { isErased: true });

    await expect.poll(late.state).toBe('refunded');
    expect(await granted.order()).toMatchObject({ status: 'paid', refund: 'none' });
    expect((await refundsAtProvider(fixture)).sort()).toEqual([
      [0, 0],
      [49_900, 1],
    ]);
  });

  it('of a contribution is accepted', async () => {
    await using fixture = await bootPayments();
    const body = { name: 'Asha', email: 'asha@example.org', amount: 50_000, isContribution: true };
    const { orderId } = await fixture.as('visitor').createPayment({ body });
    await expire(fixture);
    const about = { orderId, reference: orderId, minor: 50_000 };

    await post(fixture, signedWebhook('cashfree', 'success', about, fixture.service.clock.now()));

    expect(await fixture.announced('payments.contribution-succeeded.v1')).toHaveLength(1);
  });

  it('granted, pending and refunded amounts add up to the payments', async () => {
    await using fixture = await bootPayments();
    const orders = await Promise.all(Array.from({ length: 12 }, () => start(fixture, 'cashfree')));
    await expire(fixture);
    for (const order of orders.slice(0, 6))
      await post(fixture, signedWebhook('cashfree', 'success', order, fixture.service.clock.now()));
    await fixture.service.deliver(media({ version: 2, priceINR: 899 }));
    for (const order of orders.slice(6))
      await post(fixture, signedWebhook('cashfree', 'success', order, fixture.service.clock.now()));

    const granted = await fixture.announced(succeeded);
    const held = await fixture.orders.countDocuments({ heldBack: 'price', 'refunds.state': 'asked' });

    expect([granted.length, held]).toEqual([6, 6]);
  });
});
