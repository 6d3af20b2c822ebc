/** What a gift code shows before a login (decision 0155). */
import { anEvent, testUser } from '@satrangi/chassis/testing';
import { giftTexts, UserId, userDeleted } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootPayments, media, type PaymentsFixture } from './boot-payments.ts';
import { buyGift, gift, granted, preview, redeem, redeemed, takeBack } from './gifts-fixture.ts';
import { problemOf, refund, start } from './orders-fixture.ts';

const TITLE = 'Salt on the Balcony';

/** The whole answer, with its headers. */
const answerTo = async (fixture: PaymentsFixture, code: string) => {
  const response = await fetch(`${fixture.service.url}/payments/gifts/preview`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  return {
    status: response.status,
    text: await response.text(),
    headers: JSON.stringify([...response.headers]),
    cache: response.headers.get('cache-control'),
  };
};

describe('a gift that nobody has opened', () => {
  it('shows its title to a visitor with the code, as often as asked, and stays as it is', async () => {
    await using fixture = await bootPayments();
    const { code, order } = await buyGift(fixture);

    const typed = await preview(fixture, ` ${code.toLowerCase().replaceAll('-', ' ')} `);
    const again = await preview(fixture, code);

    expect(typed).toEqual({
      items: [
        {
          media: 'm1',
          mediaType: 'ebook',
          format: 'text',
          title: TITLE,
          creator: 'A. Writer',
          language: 'en',
        },
      ],
    });
    expect(again).toEqual(typed);
    expect((await order()).gift).toMatchObject({ state: 'open', redeemedAt: null });
    expect(await fixture.announced(redeemed)).toEqual([]);
    expect(await redeem(fixture, code)).toEqual(typed);
  });

  it('tells nothing of its buyer and its order, and no cache may keep the answer', async () => {
    await using fixture = await bootPayments();
    const { code, user, orderId, order } = await buyGift(fixture, { giftEmail: 'friend@example.net' });
    const { number } = await order();

    const { status, text, headers, cache } = await answerTo(fixture, code);

    expect([status, cache]).toEqual([200, 'no-store']);
    for (const secret of [user.userId, orderId, number, 'Asha', 'example', '499', code.replaceAll('-', '')])
      expect(text + headers).not.toContain(secret);
  });

  it('shows a title that was taken out of the shop since', async () => {
    await using fixture = await bootPayments();
    const { code } = await buyGift(fixture);
    await fixture.service.deliver(media({ version: 2, status: 'withdrawn' }));
    expect((await preview(fixture, code)).items).toMatchObject([{ media: 'm1', title: TITLE }]);
    expect((await redeem(fixture, code)).items).toHaveLength(1);
  });

  it('shows its title after the buyer deleted the account, and after a part was refunded', async () => {
    await using fixture = await bootPayments();
    const { code, user, orderId } = await buyGift(fixture);
    await refund(fixture, orderId, { amountMinor: 10_000 });
    await fixture.service.deliver(anEvent(userDeleted, { data: { userId: user.userId } }));
    expect((await preview(fixture, code)).items).toHaveLength(1);
  });
});

describe('no title is shown', () => {
  const refusals = {
    'of a code that does not exist': [404, giftTexts.unknown, async () => '0000-0000-0000-0000'],
    'of a code that is too short': [400, giftTexts.unknown, async () => 'short'],
    'of a code that is not paid': [
      404,
      giftTexts.unknown,
      async (fixture: PaymentsFixture) => {
        const { orderId } = await start(fixture, 'cashfree', gift);
        const stored = JSON.stringify(await fixture.orders.findOne({ _id: orderId }));
        return /"code":"([0-9A-Z]{16})"/.exec(stored)?.[1] ?? '';
      },
    ],
    'of a gift that somebody opened': [
      409,
      giftTexts.redeemed,
      async (fixture: PaymentsFixture) => {
        const { code } = await buyGift(fixture);
        await redeem(fixture, code);
        return code;
      },
    ],
    'of a gift whose reader deleted the account': [
      409,
      giftTexts.redeemed,
      async (fixture: PaymentsFixture) => {
        const { code, orderId } = await buyGift(fixture);
        const reader = testUser();
        await redeem(fixture, code, reader);
        await fixture.service.deliver(granted(orderId, reader));
        await fixture.service.deliver(
          anEvent(userDeleted, { data: { userId: UserId.parse(reader.userId) } }),
        );
        return code;
      },
    ],
    'of a gift that its buyer took back': [
      409,
      giftTexts.takenBack,
      async (fixture: PaymentsFixture) => {
        const one = await buyGift(fixture);
        await takeBack(one);
        return one.code;
      },
    ],
    'of a gift that an admin refunded after it was opened': [
      409,
      giftTexts.takenBack,
      async (fixture: PaymentsFixture) => {
        const { code, orderId } = await buyGift(fixture);
        await redeem(fixture, code);
        await refund(fixture, orderId);
        return code;
      },
    ],
    'of a gift in dispute at the bank': [
      409,
      giftTexts.takenBack,
      async (fixture: PaymentsFixture) => {
        const { code, named } = await buyGift(fixture);
        await fixture.bank.dispute({ ...named, outcome: 'open', webhook: 'send' });
        await expect.poll(async () => (await answerTo(fixture, code)).status).toBe(409);
        return code;
      },
    ],
  } as const;

  it.each(Object.entries(refusals))('%s, and a redemption answers the same', async (_of, refusal) => {
    const [status, detail, codeOf] = refusal;
    await using fixture = await bootPayments();
    const code = await codeOf(fixture);

    const answer = await answerTo(fixture, code);
    const redemption = await problemOf(redeem(fixture, code));

    expect([answer.status, answer.cache]).toEqual([status, 'no-store']);
    expect(JSON.parse(answer.text)).toMatchObject({ detail, code: redemption?.code });
    expect(redemption).toMatchObject({ status, detail });
    expect(answer.text).not.toMatch(/Salt|Balcony|Writer|m1/);
  });
});
