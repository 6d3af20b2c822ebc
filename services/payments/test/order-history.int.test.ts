import { testUser, tokenOf } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import { bootPayments, media, type PaymentsFixture } from './boot-payments.ts';
import { buy, providers, start } from './orders-fixture.ts';
import { readPdf } from './pdf-text.ts';

const receiptOf = (fixture: PaymentsFixture, orderId: string, token?: string) =>
  fetch(`${fixture.service.url}/payments/orders/${orderId}/receipt`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
const gst = {
  SELLER_NAME: 'STR Media Private Limited',
  SELLER_ADDRESS: '1 Lake Road, Kolkata 700029',
  GSTIN: '19ABCDE1234F1Z5',
  GST_RATE: '18',
  GST_HSN: 'ebook=4901,other=9984',
};

describe('the order history', () => {
  it('lists number, amount, date, provider and items, newest first, of the caller only (PAY-43)', async () => {
    await using fixture = await bootPayments();
    await fixture.service.deliver(media({ mediaId: 'm2', title: 'Second' }));
    const first = await buy(fixture, 'cashfree', { name: 'Asha' });
    fixture.service.clock.advance(1_000);
    const second = await start(fixture, 'stripe', { items: [{ media: 'm2' }] }, first.user);
    await buy(fixture, 'stripe');

    const mine = await first.api.listMyOrders();

    expect(mine.map(({ orderId }) => orderId)).toEqual([second.orderId, first.orderId]);
    expect(mine[1]).toMatchObject({
      number: expect.stringMatching(/^ST-[0-9A-Z]{8}$/),
      purpose: 'purchase',
      status: 'paid',
      provider: 'cashfree',
      amount: { minor: 49_900, currency: 'INR' },
      items: [{ media: 'm1', title: 'Salt on the Balcony' }],
      paidAt: expect.any(String),
    });
    expect(await fixture.as(testUser()).listMyOrders()).toEqual([]);
  });
});

describe('the receipt as PDF', () => {
  it('has number, date, name, rows, tax and statement, under a neutral file name (PAY-43)', async () => {
    await using fixture = await bootPayments(gst);
    const { orderId, user, order } = await buy(fixture, 'cashfree', {
      name: 'Asha Rao',
      email: 'asha@example.org',
    });
    const { number } = await order();

    const response = await receiptOf(fixture, orderId, tokenOf(user));
    const bytes = new Uint8Array(await response.arrayBuffer());
    const { text, info } = await readPdf(bytes);

    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toContain(`filename="${number}.pdf"`);
    expect(response.headers.get('cache-control')).toContain('no-store');
    for (const words of [
      'Tax invoice',
      'STR Media Private Limited',
      'GSTIN 19ABCDE1234F1Z5',
      number,
      'Asha Rao',
      'Salt on the Balcony (eBook)',
      'HSN 4901',
      '₹499.00',
      '₹422.88',
      '₹76.12',
      'STR MEDIA',
    ])
      expect(text).toContain(words);
    expect(JSON.stringify(info)).not.toMatch(/salt|asha|satrangi|queer/i);
  });

  it('is a plain receipt without a tax number, and abroad', async () => {
    await using fixture = await bootPayments({ ...gst, GSTIN: '' });
    const { orderId, user } = await buy(fixture, 'stripe');

    const { text } = await readPdf(
      new Uint8Array(await (await receiptOf(fixture, orderId, tokenOf(user))).arrayBuffer()),
    );

    expect(text).toContain('Receipt');
    expect(text).toContain('$5.99');
    expect(text).not.toMatch(/GST|HSN/);
  });

  it('shows the kind of an item when titles are omitted', async () => {
    await using fixture = await bootPayments({ RECEIPT_TITLES: 'off' });
    const { orderId, user } = await buy(fixture, 'cashfree', { name: 'आशा' });

    const { text } = await readPdf(
      new Uint8Array(await (await receiptOf(fixture, orderId, tokenOf(user))).arrayBuffer()),
    );

    expect(text).toContain('eBook');
    expect(text).not.toContain('Salt on the Balcony');
  });

  it('shows the refunded amount', async () => {
    await using fixture = await bootPayments();
    const { orderId, user } = await buy(fixture, 'cashfree');
    await fixture.orders.updateOne({ _id: orderId }, { $set: { refundedMinor: 10_000 } });

    const { text } = await readPdf(
      new Uint8Array(await (await receiptOf(fixture, orderId, tokenOf(user))).arrayBuffer()),
    );

    expect(text).toContain('Given back');
    expect(text).toContain('₹100.00');
  });

  it('is private to the buyer, and available after payment', async () => {
    await using fixture = await bootPayments();
    const paid = await buy(fixture, 'cashfree');
    const unpaid = await start(fixture, 'cashfree');

    const answers = await Promise.all([
      receiptOf(fixture, paid.orderId),
      receiptOf(fixture, paid.orderId, tokenOf(testUser())),
      receiptOf(fixture, 'nobody', tokenOf(paid.user)),
      receiptOf(fixture, unpaid.orderId, tokenOf(unpaid.user)),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([401, 404, 404, 409]);
  });
});

describe('paid, but not in my library', () => {
  it.each(providers)('reads an unpaid order from %s', async (provider) => {
    await using fixture = await bootPayments();
    const order = await start(fixture, provider);
    await order.pay();

    const claimed = await order.api.claimOrder({ body: { orderId: order.reference } });

    expect(claimed).toMatchObject({ orderId: order.orderId, status: 'paid' });
    expect(await fixture.announced('payments.payment-succeeded.v1')).toHaveLength(1);
  });

  it('republishes a paid order, by id or number, with the same event id and a rate limit', async () => {
    await using fixture = await bootPayments();
    const order = await buy(fixture, 'cashfree');
    const { number } = await order.order();

    for (let press = 0; press < 5; press += 1)
      await order.api.claimOrder({ body: { orderId: number.toLowerCase() } });
    fixture.service.clock.advance(11_000);
    await order.api.claimOrder({ body: { orderId: order.orderId } });

    const events = await fixture.announced('payments.payment-succeeded.v1');
    expect(events).toHaveLength(3);
    expect(new Set(events.map(({ id }) => id)).size).toBe(1);
  });

  it('accepts only orders of the caller', async () => {
    await using fixture = await bootPayments();
    const { orderId } = await buy(fixture, 'cashfree');

    await expect(fixture.as(testUser()).claimOrder({ body: { orderId } })).rejects.toMatchObject({
      status: 404,
    });
    await expect(fixture.as('visitor').claimOrder({ body: { orderId } })).rejects.toMatchObject({
      status: 401,
    });
  });
});
