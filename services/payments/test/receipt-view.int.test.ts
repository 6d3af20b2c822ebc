/** The receipt as a page, the history of an order, and who may see them. */
import { testUser } from '@satrangi/chassis/testing';
import { liveTypes } from '@satrangi/contracts';
import { describe, expect, it, vi } from 'vitest';
import { bootPayments, media } from './boot-payments.ts';
import { admin, buy, contribution, give, problemOf, providers, refund, start } from './orders-fixture.ts';

const at = (orderId: string) => ({ params: { orderId } });

describe('the receipt as a page', () => {
  it('has items, creator, amounts, provider, seller and the text of the statement (PAY-43, PAY-49)', async () => {
    await using fixture = await bootPayments({
      SELLER_NAME: 'STR Media Private Limited',
      SELLER_ADDRESS: '12 Hill Road, Mumbai 400050',
    });
    await fixture.service.deliver(
      media({ version: 2, title: 'رنگوں کا موسم', creator: 'ثمینہ صدیقی', language: 'ur' }),
    );
    const { orderId, api } = await buy(fixture, 'cashfree', { name: ' ऋतु ' });

    const view = await api.getReceiptView(at(orderId));

    expect(view).toMatchObject({
      orderId,
      number: (await api.getOrder(at(orderId))).number,
      kind: 'receipt',
      provider: 'cashfree',
      buyerName: 'ऋतु',
      seller: {
        name: 'STR Media Private Limited',
        address: '12 Hill Road, Mumbai 400050',
        gstin: null,
      },
      statementName: 'STR MEDIA',
      items: [
        {
          mediaType: 'ebook',
          title: 'رنگوں کا موسم',
          creator: 'ثمینہ صدیقی',
          language: 'ur',
          code: null,
          price: { minor: 49_900, currency: 'INR' },
        },
      ],
      tax: null,
      total: { minor: 49_900, currency: 'INR' },
      refund: 'none',
      refunded: { minor: 0, currency: 'INR' },
      refunds: [],
    });
  });

  it('is a tax invoice whose parts add up, with GSTIN', async () => {
    await using fixture = await bootPayments({ GSTIN: '27AAAAA0000A1Z5', GST_HSN: 'ebook=4901,other=9984' });
    const { orderId, api } = await buy(fixture, 'cashfree');

    const { kind, tax, total, items } = await api.getReceiptView(at(orderId));

    expect(kind).toBe('tax-invoice');
    expect(tax).toEqual({
      ratePercent: 18,
      taxable: { minor: 42_288, currency: 'INR' },
      amount: { minor: 7_612, currency: 'INR' },
    });
    expect((tax?.taxable.minor ?? 0) + (tax?.amount.minor ?? 0)).toBe(total.minor);
    expect(items[0]?.code).toBe('4901');
  });

  it('shows the present name of a creator, and neither title nor creator when configured', async () => {
    await using fixture = await bootPayments();
    const { orderId, api } = await buy(fixture, 'stripe');
    await fixture.service.deliver(media({ version: 2, creator: 'Another Name' }));
    await using silent = await bootPayments({ RECEIPT_TITLES: 'off' });
    const hidden = await buy(silent, 'stripe');

    expect((await api.getReceiptView(at(orderId))).items[0]?.creator).toBe('Another Name');
    expect((await api.getOrder(at(orderId))).items[0]?.creator).toBe('Another Name');
    expect((await hidden.api.getReceiptView(at(hidden.orderId))).items).toMatchObject([
      { title: null, creator: null },
    ]);
  });

  it('learns creators of items that were projected before receipts had them, once', async () => {
    await using fixture = await bootPayments();
    const { orderId, api } = await buy(fixture, 'cashfree');
    await fixture.media.updateOne({ _id: 'm1' }, { $unset: { creator: 1, language: 1 } });
    expect((await api.getOrder(at(orderId))).items[0]?.creator).toBeUndefined();

    await fixture.service.deliver(media({ deliverable: true }));
    await fixture.service.deliver(media({ deliverable: true, creator: 'Not this one' }));

    expect((await api.getOrder(at(orderId))).items[0]?.creator).toBe('A. Writer');
  });

  it('is for its buyer alone, and for paid orders', async () => {
    await using fixture = await bootPayments();
    const paid = await buy(fixture, 'cashfree');
    const unpaid = await start(fixture, 'stripe');
    const gift = await give(fixture, contribution);

    const refused = await Promise.all([
      problemOf(fixture.as(testUser()).getReceiptView(at(paid.orderId))),
      problemOf(fixture.as(admin).getReceiptView(at(paid.orderId))),
      problemOf(fixture.as('visitor').getReceiptView(at(paid.orderId))),
      problemOf(paid.api.getReceiptView(at(gift.orderId))),
      problemOf(paid.api.getReceiptView(at('unknown'))),
      problemOf(unpaid.api.getReceiptView(at(unpaid.orderId))),
    ]);

    expect(refused.map((problem) => [problem?.status, problem?.code])).toEqual([
      [404, 'not-found'],
      [404, 'not-found'],
      [401, 'not-authenticated'],
      [404, 'not-found'],
      [404, 'not-found'],
      [409, 'payment-not-complete'],
    ]);
  });
});

describe('the history of an order', () => {
  it.each(providers)('%s: has each step once, in order, after duplicates in parallel', async (provider) => {
    await using fixture = await bootPayments();
    const order = await start(fixture, provider);
    const { orderId, api } = order;
    await order.pay();
    await Promise.all([order.confirm(), order.confirm(), order.confirm()]);

    const reasons = ['Bought by mistake', 'Twice', 'Again', 'And again'];
    const answers = await Promise.all(
      reasons.map((text) => api.requestRefund({ ...at(orderId), body: { reason: text } })),
    );
    const key = { 'idempotency-key': 'one-refund' };
    await Promise.all([
      refund(fixture, orderId, { amountMinor: 100 }, key),
      refund(fixture, orderId, { amountMinor: 100 }, key),
    ]);
    await refund(fixture, orderId);
    // the webhook of a refund may be handled after its answer; until then its time is that of the provider
    await vi.waitFor(async () => {
      const refunds = [{ state: 'done' }, { state: 'done' }];
      expect(await fixture.orders.findOne({ _id: orderId })).toMatchObject({ refunds });
    }, 20_000);
    const after = await api.getOrder(at(orderId));
    const total = after.amount;

    expect(answers.map((answer) => answer.refund)).toEqual(reasons.map(() => 'asked'));
    expect(after.history?.map(({ step }) => step)).toEqual([
      'placed',
      'paid',
      'refund-asked',
      'refund-started',
      'refunded',
      'refund-started',
      'refunded',
    ]);
    const given = after.history?.filter(({ step }) => step === 'refunded') ?? [];
    expect(given.map(({ amount }) => amount?.minor)).toEqual([100, total.minor - 100]);
    expect(after).toMatchObject({ status: 'refunded', refund: 'done', refunded: total });
    expect(await api.getReceiptView(at(orderId))).toMatchObject({
      refund: 'done',
      refunded: total,
      refunds: given.map(({ at: time, amount }) => ({ at: time, amount })),
    });
    const late = await api.requestRefund({ ...at(orderId), body: { reason: 'Once more' } });
    expect(late.history).toEqual(after.history);
  });

  it('reaches the open pages of its buyer, and of admins, and of nobody else; of many requests, once', async () => {
    await using fixture = await bootPayments();
    const { orderId, api, user } = await buy(fixture, 'cashfree');
    const { length } = await fixture.service.liveMessages();

    const reasons = ['Not as described', 'By mistake', 'It does not open', 'Twice'];
    await Promise.all(reasons.map((text) => api.requestRefund({ ...at(orderId), body: { reason: text } })));

    const message = { type: liveTypes.orderUpdated, id: orderId };
    expect((await fixture.service.liveMessages()).slice(length)).toEqual([
      { message, audience: { to: 'admins' } },
      { message, audience: { to: 'user', userId: user.userId } },
    ]);
  });
});
