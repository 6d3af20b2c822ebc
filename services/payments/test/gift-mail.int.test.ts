/** The mail with a gift code, when its buyer deletes the account or nobody accepts it (decision 0161). */
import { anEvent } from '@satrangi/chassis/testing';
import { userDeleted } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootPayments, type PaymentsFixture } from './boot-payments.ts';
import { buyGift, FRIEND, gift, redeem, takeBack } from './gifts-fixture.ts';
import { admin, refund, refundsAtProvider, start } from './orders-fixture.ts';
import { post, signedWebhook } from './webhooks.ts';

type Gift = Awaited<ReturnType<typeof buyGift>>;

const toFriend = async (fixture: PaymentsFixture) =>
  (await fixture.mails()).filter(({ to }) => to.includes(FRIEND));
const stored = async (fixture: PaymentsFixture) => JSON.stringify(await fixture.orders.find().toArray());
const deleteBuyer = (fixture: PaymentsFixture, { user }: Gift) =>
  fixture.service.deliver(anEvent(userDeleted, { data: { userId: user.userId } }));

/** A paid gift whose mail the mail server does not accept. */
const unsentGift = async (fixture: PaymentsFixture, status = 451) => {
  await fixture.knob({ target: 'mail.receive', status });
  const bought = await buyGift(fixture, { giftEmail: FRIEND });
  await fixture.service.runWork();
  return bought;
};

describe('a paid gift whose mail still waits when its buyer deletes the account', () => {
  it('is mailed, and its address is erased then', async () => {
    await using fixture = await bootPayments();
    const bought = await unsentGift(fixture);
    await deleteBuyer(fixture, bought);
    await fixture.clearKnobs();

    await fixture.service.runWork();

    const [mail] = await toFriend(fixture);
    expect(mail?.text).toContain(`#code=${bought.code.replaceAll('-', '')}`);
    expect(await stored(fixture)).not.toContain(FRIEND);
    expect((await redeem(fixture, bought.code)).items).toHaveLength(1);
  });

  it.each([550, 554])(
    'is given back when the mail is refused (%s), and its address is erased',
    async (status) => {
      await using fixture = await bootPayments();
      const bought = await unsentGift(fixture);
      await deleteBuyer(fixture, bought);
      await fixture.clearKnobs();
      await fixture.knob({ target: 'mail.receive', status });

      await fixture.service.runWork();
      await fixture.service.runJob('follow-refunds');

      expect(await refundsAtProvider(fixture)).toEqual([[49_900, 1]]);
      expect(await fixture.orders.findOne({ _id: bought.orderId })).toMatchObject({
        state: 'refunded',
        gift: { mail: 'not-sent', email: null },
      });
    },
  );

  it('whose refund the bank rejects is listed for an admin, who gives it back', async () => {
    await using fixture = await bootPayments();
    const bought = await unsentGift(fixture);
    await deleteBuyer(fixture, bought);
    await fixture.clearKnobs();
    await fixture.knob({ target: 'mail.receive', status: 550 });
    await fixture.knob({ target: 'cashfree.refunds.create', refundStatus: 'failed' });
    await fixture.service.runWork();
    await fixture.clearKnobs();

    const { orders } = await fixture.as(admin).searchOrders({ query: { attention: 'true' } });
    expect(orders).toMatchObject([{ _id: bought.orderId, refunds: [{ state: 'failed' }] }]);
    await refund(fixture, bought.orderId);

    expect(await refundsAtProvider(fixture)).toEqual([[49_900, 2]]);
    expect(await fixture.orders.findOne({ _id: bought.orderId })).toMatchObject({ state: 'refunded' });
  });

  it('is not mailed when it was taken back', async () => {
    await using fixture = await bootPayments();
    const bought = await unsentGift(fixture);
    await takeBack(bought);
    await deleteBuyer(fixture, bought);
    await fixture.clearKnobs();

    await fixture.service.runWork();

    expect(await toFriend(fixture)).toEqual([]);
    expect(await stored(fixture)).not.toContain(FRIEND);
  });

  it('keeps no address when it was paid after the deletion', async () => {
    await using fixture = await bootPayments();
    const open = await start(fixture, 'cashfree', { ...gift, giftEmail: FRIEND });
    await fixture.service.deliver(anEvent(userDeleted, { data: { userId: open.user.userId } }));
    await post(fixture, signedWebhook('cashfree', 'success', open));

    await fixture.service.runWork();

    expect(await toFriend(fixture)).toEqual([]);
    expect(await stored(fixture)).not.toContain(FRIEND);
  });
});

it('a code that no mailbox accepts is on the page of the order, which says that it was not mailed', async () => {
  await using fixture = await bootPayments();
  await fixture.knob({ target: 'mail.rcpt.example.net', status: 550 });
  const { order, code } = await buyGift(fixture, { giftEmail: FRIEND });
  await fixture.service.runWork();

  expect((await order()).gift).toMatchObject({ code, state: 'open', mail: 'not-sent' });
  expect(await stored(fixture)).not.toContain(FRIEND);
  expect(await refundsAtProvider(fixture)).toEqual([[0, 0]]);
});

it('the address of a gift is in the export of its buyer until the code is mailed', async () => {
  await using fixture = await bootPayments();
  const unpaid = await start(fixture, 'cashfree', { ...gift, giftEmail: FRIEND });
  expect((await unpaid.api.exportMine()).orders).toMatchObject([{ giftEmail: FRIEND }]);

  await unpaid.pay();
  await unpaid.confirm();
  await fixture.service.runWork();

  expect((await unpaid.api.exportMine()).orders).toMatchObject([{ giftEmail: null }]);
});
