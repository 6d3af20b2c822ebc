/** Gifts: bought by one reader, redeemed by another with a code (decision 0137). */
import { anEvent, testUser } from '@satrangi/chassis/testing';
import { giftTexts, UserId, userDeleted } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootPayments } from './boot-payments.ts';
import { buyGift, FRIEND, gift, granted, purchased, redeem, redeemed } from './gifts-fixture.ts';
import { admin, buy, problemOf, start } from './orders-fixture.ts';

describe('a gift', () => {
  it('is revenue when it is paid, grants nothing, and its order has the code', async () => {
    await using fixture = await bootPayments();
    const open = await start(fixture, 'cashfree', gift);
    expect((await open.order()).gift).toEqual({
      code: null,
      state: 'waiting',
      redeemedAt: null,
      mail: 'none',
    });

    await open.pay();
    const settled = await open.confirm();

    expect(settled).toMatchObject({ purpose: 'gift-purchase', paid: true, granted: [] });
    expect((await open.order()).gift).toMatchObject({
      code: expect.stringMatching(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/),
      state: 'open',
    });
    expect(await fixture.announced(purchased)).toMatchObject([
      { data: { orderId: open.orderId, total: { minor: 49_900 }, items: [{ mediaId: 'm1' }] } },
    ]);
    expect(await fixture.announced('payments.payment-succeeded.v1')).toEqual([]);
  });

  it('whose access an admin sends again is granted to its reader again', async () => {
    await using fixture = await bootPayments();
    const { code, orderId } = await buyGift(fixture);
    const reader = testUser();
    await redeem(fixture, code, reader);
    await fixture.service.deliver(granted(orderId, reader));

    await fixture.as(admin).resendOrder({ params: { orderId }, body: { what: 'access' } });

    const [first, ...more] = await fixture.announced(redeemed);
    expect(more).toMatchObject([{ id: first?.id, data: { orderId, userId: reader.userId } }]);
  });

  it('is granted to the reader who redeems its code, once, and its buyer does not learn who', async () => {
    await using fixture = await bootPayments();
    const { code, order, orderId } = await buyGift(fixture);
    const reader = testUser();

    const answer = await redeem(fixture, ` ${code.toLowerCase().replaceAll('-', ' ')} `, reader);
    const again = await redeem(fixture, code, reader);

    expect(answer).toEqual({
      items: [
        {
          media: 'm1',
          mediaType: 'ebook',
          format: 'text',
          title: 'Salt on the Balcony',
          creator: 'A. Writer',
          language: 'en',
        },
      ],
    });
    expect(again).toEqual(answer);
    expect(await problemOf(redeem(fixture, code))).toMatchObject({
      code: 'too-late',
      detail: giftTexts.redeemed,
    });
    const events = await fixture.announced(redeemed);
    expect(events).toMatchObject([{ data: { orderId, userId: reader.userId, items: [{ mediaId: 'm1' }] } }]);
    expect((await order()).gift).toMatchObject({ code: null, state: 'redeemed' });
    expect((await order()).history?.map(({ step }) => step)).toEqual(['placed', 'paid', 'gift-opened']);
    expect(JSON.stringify([await order(), await fixture.as(admin).listOrders()])).not.toContain(
      reader.userId,
    );
  });

  it('is for one of ten readers who redeem it at the same moment', async () => {
    await using fixture = await bootPayments();
    const { code } = await buyGift(fixture);

    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => redeem(fixture, code)));

    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await fixture.announced(redeemed)).toHaveLength(1);
  });

  it('is redeemed by a reader who asks ten times at the same moment', async () => {
    await using fixture = await bootPayments();
    const { code } = await buyGift(fixture);
    const reader = testUser();

    const answers = await Promise.all(Array.from({ length: 10 }, () => redeem(fixture, code, reader)));

    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await fixture.announced(redeemed)).toHaveLength(1);
  });

  it('refuses unknown codes, codes of unpaid orders, and visitors', async () => {
    await using fixture = await bootPayments();
    const { orderId } = await start(fixture, 'cashfree', gift);
    const stored = await fixture.orders.findOne({ _id: orderId });
    const unpaid = /"code":"([0-9A-Z]{16})"/.exec(JSON.stringify(stored))?.[1] ?? '';
    expect(unpaid).toHaveLength(16);
    const codes = ['0000-0000-0000-0000', unpaid];
    for (const code of codes)
      expect(await problemOf(redeem(fixture, code))).toMatchObject({
        status: 404,
        detail: giftTexts.unknown,
      });
    expect(await problemOf(redeem(fixture, 'short'))).toMatchObject({
      status: 400,
      detail: giftTexts.unknown,
    });
    expect((await problemOf(fixture.as('visitor').redeemGift({ body: { code: 'x' } })))?.status).toBe(401);
  });

  it('stays with its code when the reader owns the title already', async () => {
    await using fixture = await bootPayments();
    const owner = testUser();
    await buy(fixture, 'cashfree', {}, owner);
    const { code } = await buyGift(fixture);

    expect(await problemOf(redeem(fixture, code, owner))).toMatchObject({
      code: 'already-owned',
      detail: giftTexts.owned,
    });
    expect((await redeem(fixture, code)).items).toHaveLength(1);
  });

  it('can be bought of a title that its buyer owns, twice, and does not count as owned', async () => {
    await using fixture = await bootPayments();
    const buyer = testUser();
    await buy(fixture, 'cashfree', gift, buyer);
    await buy(fixture, 'cashfree', {}, buyer);
    await buy(fixture, 'cashfree', gift, buyer);

    expect(await fixture.announced(purchased)).toHaveLength(2);
    expect(await fixture.announced('payments.payment-succeeded.v1')).toHaveLength(1);
    // no alarm of a title paid twice
    expect(await fixture.announced('payments.payment-mismatched.v1')).toEqual([]);
  });

  it('cannot be bought twice by the reader who has just redeemed it', async () => {
    await using fixture = await bootPayments();
    const { code } = await buyGift(fixture);
    const reader = testUser();
    await redeem(fixture, code, reader);
    expect((await problemOf(start(fixture, 'cashfree', {}, reader)))?.code).toBe('already-owned');
  });

  it('is published again until the library has granted it', async () => {
    await using fixture = await bootPayments();
    const { code, orderId } = await buyGift(fixture);
    const reader = testUser();
    fixture.service.clock.advance(5 * 86_400_000);
    await redeem(fixture, code, reader);

    fixture.service.clock.advance(60_000);
    await fixture.service.runJob('sweep-orders');
    const ids = new Set((await fixture.announced(redeemed)).map(({ id }) => id));
    expect([(await fixture.announced(redeemed)).length, ids.size]).toEqual([2, 1]);

    await fixture.service.deliver(granted(orderId, reader));
    fixture.service.clock.advance(600_000);
    await fixture.service.runJob('sweep-orders');
    expect(await fixture.announced(redeemed)).toHaveLength(2);
  });
});

describe('the mail with the code', () => {
  it('tells an inbox neither title nor buyer, and its address is erased', async () => {
    await using fixture = await bootPayments();
    const { code, order, orderId } = await buyGift(fixture, { giftEmail: FRIEND });

    const toFriend = async () => (await fixture.mails()).filter(({ to }) => to.includes(FRIEND));
    await expect.poll(async () => (await toFriend()).length).toBe(1);
    const [mail] = await toFriend();

    expect(mail?.subject).toBe('Something for you');
    expect(mail?.text).toContain(`http://shop.test/gift#code=${code.replaceAll('-', '')}`);
    expect(JSON.stringify(mail)).not.toMatch(/Salt|Balcony|Asha|asha@|Satrangi/);
    await expect.poll(async () => (await order()).gift?.mail).toBe('sent');
    expect(JSON.stringify(await fixture.orders.findOne({ _id: orderId }))).not.toContain(FRIEND);
    const receipts = (await fixture.mails()).filter(({ to }) => to.includes('asha@example.org'));
    expect(receipts[0]?.text).toContain(`/orders/${orderId}`);
    expect(receipts[0]?.text).not.toContain(code);
  });

  it('is refused for an address that is none', async () => {
    await using fixture = await bootPayments();
    expect(await problemOf(start(fixture, 'cashfree', { ...gift, giftEmail: 'friend' }))).toMatchObject({
      status: 400,
      detail: 'Valid email required',
      errors: [{ pointer: '/body/giftEmail' }],
    });
  });

  it('keeps no address of an order that is never paid', async () => {
    await using fixture = await bootPayments();
    const { orderId } = await start(fixture, 'cashfree', { ...gift, giftEmail: FRIEND });
    const stored = async () => JSON.stringify(await fixture.orders.findOne({ _id: orderId }));
    expect(await stored()).toContain(FRIEND);
    for (let days = 0; days < 8; days += 1) {
      fixture.service.clock.advance(86_400_000);
      await fixture.service.runJob('sweep-orders');
    }
    expect(await stored()).not.toContain(FRIEND);
  });
});

describe('personal data of a gift', () => {
  it('is exported to its reader, and erased with the account of either', async () => {
    await using fixture = await bootPayments();
    const { code, user, orderId } = await buyGift(fixture);
    const unpaid = await start(fixture, 'cashfree', { ...gift, giftEmail: FRIEND }, user);
    const reader = testUser();
    await redeem(fixture, code, reader);
    await fixture.service.deliver(granted(orderId, reader));

    expect((await fixture.as(reader).exportMine()).redeemed).toMatchObject([{ media: 'm1', format: 'text' }]);
    expect((await fixture.as(user).exportMine()).redeemed).toEqual([]);

    await fixture.service.deliver(anEvent(userDeleted, { data: { userId: UserId.parse(reader.userId) } }));
    await fixture.service.deliver(anEvent(userDeleted, { data: { userId: user.userId } }));
    const stored = JSON.stringify(await fixture.orders.find().toArray());
    expect(stored).not.toContain(reader.userId);
    expect(stored).not.toContain(FRIEND);
    expect(await fixture.orders.findOne({ _id: unpaid.orderId })).not.toHaveProperty('basket');
    expect(await problemOf(redeem(fixture, code))).toMatchObject({ code: 'too-late' });
    expect(await fixture.orders.findOne({ _id: orderId })).toMatchObject({ state: 'paid' });
  });

  it('a gift whose buyer deleted the account can still be redeemed', async () => {
    await using fixture = await bootPayments();
    const { code, user } = await buyGift(fixture);
    await fixture.service.deliver(anEvent(userDeleted, { data: { userId: user.userId } }));
    expect((await redeem(fixture, code)).items).toHaveLength(1);
  });
});
