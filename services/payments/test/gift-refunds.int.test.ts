/** Refunds of gifts, before and after their codes are redeemed (decision 0137). */
import { testUser } from '@satrangi/chassis/testing';
import { giftTexts } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootPayments, media } from './boot-payments.ts';
import { buyGift, gift, redeem, refunded, takeBack } from './gifts-fixture.ts';
import { problemOf, refund, refundsAtProvider, start } from './orders-fixture.ts';

describe('a refund of a gift', () => {
  it('is made at once while nobody has redeemed it; its code is void', async () => {
    await using fixture = await bootPayments();
    const one = await buyGift(fixture);
    fixture.service.clock.advance(20 * 86_400_000);

    const answers = await Promise.all([takeBack(one), takeBack(one)]);
    await takeBack(one);

    expect(answers.map(({ refund }) => refund)).not.toContain('asked');
    expect(await refundsAtProvider(fixture)).toEqual([[49_900, 1]]);
    expect((await one.order()).gift).toMatchObject({ state: 'taken-back', code: null });
    expect(await problemOf(redeem(fixture, one.code))).toMatchObject({
      code: 'too-late',
      detail: giftTexts.takenBack,
    });
    await expect.poll(() => fixture.announced(refunded)).toMatchObject([{ data: { userId: null } }]);
  });

  it('that the bank rejected can be asked for again', async () => {
    await using fixture = await bootPayments();
    const one = await buyGift(fixture);
    await fixture.knob({ target: 'cashfree.refunds.create', refundStatus: 'failed' });
    await takeBack(one);
    await expect.poll(async () => (await one.order()).gift?.state).toBe('open');
    await fixture.clearKnobs();

    await Promise.all([takeBack(one), takeBack(one)]);

    await expect.poll(one.state).toBe('refunded');
    expect(await refundsAtProvider(fixture)).toEqual([[49_900, 2]]);
  });

  it('is refused once it was redeemed', async () => {
    await using fixture = await bootPayments();
    const one = await buyGift(fixture);
    expect((await one.order()).refundUntil).not.toBeNull();
    await redeem(fixture, one.code);

    expect((await one.order()).refundUntil).toBeNull();
    expect(await problemOf(takeBack(one))).toMatchObject({
      code: 'too-late',
      detail: giftTexts.openedNoRefund,
    });
    expect(await refundsAtProvider(fixture)).toEqual([[0, 0]]);
  });

  it('and a redemption at the same moment: one of them happens', async () => {
    await using fixture = await bootPayments();
    for (let turn = 0; turn < 12; turn += 1) {
      const one = await buyGift(fixture);
      const [back, opened] = await Promise.allSettled([takeBack(one), redeem(fixture, one.code)]);
      expect([back.status, opened.status].sort()).toEqual(['fulfilled', 'rejected']);
    }
  });

  it('by an admin after the redemption names the reader, whose grant ends', async () => {
    await using fixture = await bootPayments();
    const { code, orderId } = await buyGift(fixture);
    const reader = testUser();
    await redeem(fixture, code, reader);
    await refund(fixture, orderId);
    await expect
      .poll(() => fixture.announced(refunded))
      .toMatchObject([{ data: { orderId, userId: reader.userId, items: [{ mediaId: 'm1' }] } }]);
  });

  it('by an admin and a redemption at the same moment: the refund names a reader who was granted', async () => {
    await using fixture = await bootPayments();
    for (let turn = 0; turn < 12; turn += 1) {
      const { code, orderId } = await buyGift(fixture);
      const reader = testUser();
      const [, opened] = await Promise.allSettled([refund(fixture, orderId), redeem(fixture, code, reader)]);
      const named = async () =>
        (await fixture.announced(refunded)).find(({ data }) => JSON.stringify(data).includes(orderId));
      await expect.poll(named).toBeTruthy();
      expect((await named())?.data).toMatchObject({
        userId: opened.status === 'fulfilled' ? reader.userId : null,
      });
    }
  });

  it('of a part of the price leaves the gift as it is', async () => {
    await using fixture = await bootPayments();
    const { code, orderId } = await buyGift(fixture);
    await refund(fixture, orderId, { amountMinor: 10_000 });
    expect((await redeem(fixture, code)).items).toHaveLength(1);
  });
});

describe('late money for a gift', () => {
  it.each([
    [499, 'open'],
    [599, 'taken-back'],
  ])('at a price of %i rupees leaves the gift %s', async (priceINR, state) => {
    await using fixture = await bootPayments();
    const late = await start(fixture, 'cashfree', gift);
    fixture.service.clock.advance(26 * 3_600_000);
    await fixture.service.runJob('sweep-orders');
    await fixture.service.deliver(media({ version: 2, priceINR }));
    await late.pay();
    await late.confirm();
    expect((await late.order()).gift?.state).toBe(state);
  });
});
