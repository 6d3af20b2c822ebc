/** Gifts of titles that their reader owns or pays for in another way (decision 0137). */
import { anEvent, testUser } from '@satrangi/chassis/testing';
import { accessRevoked, MediaId, UserId } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootPayments } from './boot-payments.ts';
import { buyGift, redeem, redeemed } from './gifts-fixture.ts';
import { problemOf, refund, start } from './orders-fixture.ts';

describe('a gift', () => {
  it('of two codes of a title, a reader who asks at the same moment redeems one and keeps the other', async () => {
    await using fixture = await bootPayments();
    const gifts = [await buyGift(fixture), await buyGift(fixture)];
    const reader = testUser();

    const answers = await Promise.all(gifts.map(({ code }) => problemOf(redeem(fixture, code, reader))));

    expect(answers.map((problem) => problem?.code ?? 'redeemed').sort()).toEqual([
      'already-owned',
      'redeemed',
    ]);
    expect(await fixture.announced(redeemed)).toHaveLength(1);
    const kept = gifts[answers.findIndex((problem) => problem !== null)];
    expect((await redeem(fixture, kept?.code ?? '')).items).toHaveLength(1);
  });

  it('that an older version let one reader redeem twice stays stored: the index could not be created otherwise', async () => {
    await using fixture = await bootPayments();
    const reader = testUser();
    for (const { orderId } of [await buyGift(fixture), await buyGift(fixture)])
      await fixture.orders.updateOne(
        { _id: orderId },
        { $set: { 'gift.redeemedBy': reader.userId, 'gift.redeemedAt': new Date() } },
      );
    expect(await fixture.orders.countDocuments({ 'gift.redeemedBy': reader.userId })).toBe(2);
  });

  it('can be redeemed again of a title whose first gift was refunded', async () => {
    await using fixture = await bootPayments();
    const [first, second] = [await buyGift(fixture), await buyGift(fixture)];
    const reader = testUser();
    await redeem(fixture, first.code, reader);
    await refund(fixture, first.orderId);
    await fixture.service.deliver(
      anEvent(accessRevoked, {
        data: {
          userId: UserId.parse(reader.userId),
          mediaId: MediaId.parse('m1'),
          mediaType: 'ebook',
          format: 'text',
        },
      }),
    );
    expect((await redeem(fixture, second.code, reader)).items).toHaveLength(1);
  });

  it('raises the alarm of a title paid twice when its reader pays for an order that was open', async () => {
    await using fixture = await bootPayments();
    const order = await start(fixture, 'cashfree');
    const { code } = await buyGift(fixture);
    await redeem(fixture, code, order.user);

    await order.pay();
    await order.confirm();

    expect(await fixture.announced('payments.payment-mismatched.v1')).toMatchObject([
      { data: { orderId: order.orderId } },
    ]);
  });
});
