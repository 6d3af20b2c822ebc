/** Two payments of one reader for one item: an admin refunds one (decision 0160). */
import { anEvent, testUser } from '@satrangi/chassis/testing';
import { OrderId, orderGranted, UserId } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootPayments, media, type PaymentsFixture } from './boot-payments.ts';
import { buyGift, redeem } from './gifts-fixture.ts';
import { admin, buy, problemOf, refund, start } from './orders-fixture.ts';
import { post, signCashfree, signedWebhook } from './webhooks.ts';

const mismatched = 'payments.payment-mismatched.v1';

/** The orders that wait for an admin, and with which orders they were paid twice. */
const attention = async (fixture: PaymentsFixture) => {
  const { orders } = await fixture.as(admin).searchOrders({ query: { attention: 'true' } });
  return orders.map(({ _id, paidTwice }) => [_id, paidTwice?.orders]);
};
const reported = async (fixture: PaymentsFixture) =>
  (await fixture.announced(mismatched)).map(({ data }) => (data as { orderId: string }).orderId);
/** What the library answers to an order of which it granted nothing new. */
const confirm = (fixture: PaymentsFixture, orderId: string, userId: string) =>
  fixture.service.deliver(
    anEvent(orderGranted, { data: { orderId: OrderId.parse(orderId), userId: UserId.parse(userId) } }),
  );

/** Two paid orders of one reader for m1, as if each was paid before the other was stored. */
const payBoth = async (fixture: PaymentsFixture) => {
  const first = await buy(fixture, 'cashfree');
  const second = await buy(fixture, 'cashfree');
  await fixture.orders.updateOne({ _id: second.orderId }, { $set: { userId: first.user.userId } });
  return { first, second, userId: first.user.userId };
};

describe('a title paid twice', () => {
  it.each(['the gift', 'the purchase'])(
    'by a gift code and a purchase that settled at the same moment is reported when the library confirms %s',
    async (last) => {
      await using fixture = await bootPayments();
      const purchase = await buy(fixture, 'cashfree');
      const { userId } = purchase.user;
      const { orderId: giftId } = await buyGift(fixture);
      // each was read before the other was written
      await fixture.orders.updateOne(
        { _id: giftId },
        { $set: { 'gift.redeemedBy': userId, 'gift.redeemedAt': new Date(), 'gift.isOnly': true } },
      );
      expect(await reported(fixture)).toEqual([]);

      for (const _delivery of [1, 2])
        await confirm(fixture, last === 'the gift' ? giftId : purchase.orderId, userId);

      expect(await reported(fixture)).toEqual([purchase.orderId]);
      expect(await attention(fixture)).toEqual([[purchase.orderId, [giftId]]]);
      // its reader may ask for the money, as of every purchase
      expect((await purchase.order()).refundUntil).not.toBeNull();
    },
  );

  it('by two orders is reported when the process was killed before it looked for the other', async () => {
    await using fixture = await bootPayments();
    const { first, second, userId } = await payBoth(fixture);

    await confirm(fixture, second.orderId, userId);
    await confirm(fixture, first.orderId, userId);

    expect(await reported(fixture)).toEqual([second.orderId]);
    expect(await attention(fixture)).toEqual([[second.orderId, [first.orderId]]]);
  });

  it.each(['the reported', 'the other'])('needs nobody any more when %s order is refunded', async (which) => {
    await using fixture = await bootPayments();
    const { first, second, userId } = await payBoth(fixture);
    await confirm(fixture, second.orderId, userId);

    await refund(fixture, which === 'the other' ? first.orderId : second.orderId);
    await fixture.service.runJob('follow-refunds');

    expect(await attention(fixture)).toEqual([]);
    await confirm(fixture, second.orderId, userId);
    await confirm(fixture, first.orderId, userId);
    expect(await attention(fixture)).toEqual([]);
    expect(await reported(fixture)).toEqual([second.orderId]);
  });

  it.each([
    [0, [[1, [2]]]],
    [1, [[2, [0]]]],
    [2, [[1, [0]]]],
  ] as const)(
    'three times: both surplus orders wait for an admin, and one after order %i was refunded',
    async (refunded, rest) => {
      await using fixture = await bootPayments();
      const orders = [
        await buy(fixture, 'cashfree'),
        await buy(fixture, 'cashfree'),
        await buy(fixture, 'cashfree'),
      ];
      const userId = orders[0]?.user.userId ?? '';
      const id = (n: number) => orders[n]?.orderId ?? '';
      await fixture.orders.updateMany({}, { $set: { userId } });
      for (const n of [1, 2, 0]) await confirm(fixture, id(n), userId);
      const waiting = async () =>
        (await attention(fixture)).map(([order, others = []]) => [order, [...others].sort()]).sort();
      const expected = (rows: readonly (readonly [number, readonly number[]])[]) =>
        rows.map(([n, others]) => [id(n), others.map(id).sort()]).sort();
      expect(await waiting()).toEqual(
        expected([
          [1, [0, 2]],
          [2, [0]],
        ]),
      );

      await refund(fixture, id(refunded));
      await fixture.service.runJob('follow-refunds');
      for (const n of [1, 2, 0]) await confirm(fixture, id(n), userId);

      expect(await waiting()).toEqual(expected(rest));
      const [[last] = []] = await waiting();
      await refund(fixture, String(last));
      await fixture.service.runJob('follow-refunds');
      for (const n of [1, 2, 0]) await confirm(fixture, id(n), userId);
      expect(await attention(fixture)).toEqual([]);
    },
  );

  it('by three payments of one order waits until two of them went back', async () => {
    await using fixture = await bootPayments();
    const order = await buy(fixture, 'cashfree');
    for (const payment of ['second', 'third']) {
      const again = JSON.parse(signedWebhook('cashfree', 'success', order).raw);
      again.data.payment.cf_payment_id = payment;
      await post(fixture, signCashfree(again));
    }
    const { refundable } = await refund(fixture, order.orderId, { amountMinor: 49_900 });
    expect(refundable.minor).toBe(2 * 49_900);
    expect(await attention(fixture)).toEqual([[order.orderId, []]]);
    // the sandbox has one of the three payments and gives no more back
    await fixture.orders.updateOne({ _id: order.orderId }, { $set: { promisedMinor: 2 * 49_900 } });
    expect(await attention(fixture)).toEqual([]);
    expect(await order.order()).toMatchObject({ status: 'paid' });
  });

  it('needs nobody any more when the other order was refunded at the provider', async () => {
    await using fixture = await bootPayments();
    const { first, second, userId } = await payBoth(fixture);
    await confirm(fixture, second.orderId, userId);

    await post(fixture, signedWebhook('cashfree', 'refund', first));

    expect(await first.state()).toBe('refunded');
    expect(await attention(fixture)).toEqual([]);
  });

  it('by a second payment of one order waits for an admin, and stays granted when one of them goes back', async () => {
    await using fixture = await bootPayments();
    const order = await buy(fixture, 'cashfree');
    const again = JSON.parse(signedWebhook('cashfree', 'success', order).raw);
    again.data.payment.cf_payment_id = 'another-payment';
    await post(fixture, signCashfree(again));
    expect(await attention(fixture)).toEqual([[order.orderId, []]]);

    const refunded = await refund(fixture, order.orderId, { amountMinor: 49_900 });
    await fixture.service.runJob('follow-refunds');
    await post(fixture, signedWebhook('cashfree', 'refund', order));

    expect(refunded.refundable).toMatchObject({ minor: 49_900 });
    expect(await attention(fixture)).toEqual([]);
    expect(await order.order()).toMatchObject({ status: 'paid', refunded: { minor: 49_900 } });
    for (const type of ['payments.payment-refunded.v1', 'payments.money-returned.v1'])
      expect(await fixture.announced(type)).toEqual([]);
    // what is left of two payments, and no more
    expect(await problemOf(refund(fixture, order.orderId, { amountMinor: 49_901 }))).toMatchObject({
      code: 'validation-failed',
    });
  });

  it('by a second payment of an order that was refunded waits for an admin, who gives it back', async () => {
    await using fixture = await bootPayments();
    const order = await start(fixture, 'cashfree');
    await order.pay();
    const paid = JSON.parse(signedWebhook('cashfree', 'success', order).raw);
    await post(fixture, signCashfree(paid));
    await post(fixture, signedWebhook('cashfree', 'refund', order));
    await fixture.orders.updateOne({ _id: order.orderId }, { $set: { promisedMinor: 49_900 } });
    await post(fixture, signCashfree(paid));
    expect([await order.state(), await reported(fixture)]).toEqual(['refunded', []]);
    paid.data.payment.cf_payment_id = 'another-payment';

    for (const _delivery of [1, 2]) await post(fixture, signCashfree(paid));

    expect(await reported(fixture)).toEqual([order.orderId]);
    expect(await attention(fixture)).toEqual([[order.orderId, []]]);
    const asked = await refund(fixture, order.orderId);
    expect(asked).toMatchObject({
      refunds: [{ amount: { minor: 49_900 } }],
      refundable: { minor: 0 },
    });
    expect(await attention(fixture)).toEqual([]);
    expect(await problemOf(refund(fixture, order.orderId, { amountMinor: 1 }))).toMatchObject({
      code: 'validation-failed',
    });
    expect(await order.state()).toBe('refunded');
  });

  it('is not one that was bought in two formats', async () => {
    await using fixture = await bootPayments();
    await fixture.service.deliver(media({ version: 2, formats: ['text', 'audio'] }));
    const user = testUser();
    await buy(fixture, 'cashfree', { items: [{ media: 'm1', format: 'text' }] }, user);
    const audio = await buy(fixture, 'cashfree', { items: [{ media: 'm1', format: 'audio' }] }, user);
    await confirm(fixture, audio.orderId, user.userId);

    expect(await reported(fixture)).toEqual([]);
    expect(await attention(fixture)).toEqual([]);
  });

  it('of a confirmation that was repeated is no second payment', async () => {
    await using fixture = await bootPayments();
    const order = await buy(fixture, 'stripe');
    const gift = await buyGift(fixture);
    const reader = testUser();
    await redeem(fixture, gift.code, reader);

    for (const [orderId, userId] of [
      [order.orderId, order.user.userId],
      [gift.orderId, reader.userId],
    ] as const)
      for (const _delivery of [1, 2]) await confirm(fixture, orderId, userId);

    expect(await attention(fixture)).toEqual([]);
  });
});
