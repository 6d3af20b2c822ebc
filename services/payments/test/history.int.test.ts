import { testUser, tokenOf } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import { buy, rails, start } from './buying.ts';
import { readPdf } from './pdf-text.ts';
import { media, openWorld, type World } from './world.ts';

const receiptOf = (world: World, orderId: string, token?: string) =>
  fetch(`${world.service.url}/payments/orders/${orderId}/receipt`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
const gst = {
  SELLER_NAME: 'STR Media Private Limited',
  SELLER_ADDRESS: '1 Lake Road, Kolkata 700029',
  GSTIN: '19ABCDE1234F1Z5',
  GST_RATE: '18',
  GST_HSN: 'ebook=4901,other=9984',
};

describe('the history of a buyer', () => {
  it('lists number, amount, date, provider and items, newest first, of the caller alone (PAY-43)', async () => {
    await using world = await openWorld();
    await world.service.deliver(media({ mediaId: 'm2', title: 'Second' }));
    const first = await buy(world, 'cashfree', { name: 'Asha' });
    world.service.clock.advance(1_000);
    const second = await start(world, 'stripe', { items: [{ media: 'm2' }] }, first.user);
    await buy(world, 'stripe');

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
    expect(await world.as(testUser()).listMyOrders()).toEqual([]);
  });
});

describe('the receipt as PDF', () => {
  it('has number, date, name, rows, tax and statement, under a file name that says nothing (PAY-43)', async () => {
    await using world = await openWorld(gst);
    const { orderId, user, order } = await buy(world, 'cashfree', {
      name: 'Asha Rao',
      email: 'asha@example.org',
    });
    const { number } = await order();

    const response = await receiptOf(world, orderId, tokenOf(user));
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
      'INR 499.00',
      'INR 422.88',
      'INR 76.12',
      'STR MEDIA',
    ])
      expect(text).toContain(words);
    expect(JSON.stringify(info)).not.toMatch(/salt|asha|satrangi|queer/i);
  });

  it('is a plain receipt without tax number, and abroad', async () => {
    await using world = await openWorld({ ...gst, GSTIN: '' });
    const { orderId, user } = await buy(world, 'stripe');

    const { text } = await readPdf(
      new Uint8Array(await (await receiptOf(world, orderId, tokenOf(user))).arrayBuffer()),
    );

    expect(text).toContain('Receipt');
    expect(text).toContain('USD 5.99');
    expect(text).not.toMatch(/GST|HSN/);
  });

  it('names an item by its kind when titles are left out', async () => {
    await using world = await openWorld({ RECEIPT_TITLES: 'off' });
    const { orderId, user } = await buy(world, 'cashfree', { name: 'आशा' });

    const { text } = await readPdf(
      new Uint8Array(await (await receiptOf(world, orderId, tokenOf(user))).arrayBuffer()),
    );

    expect(text).toContain('eBook');
    expect(text).not.toContain('Salt on the Balcony');
  });

  it('says what was given back', async () => {
    await using world = await openWorld();
    const { orderId, user } = await buy(world, 'cashfree');
    await world.orders.updateOne({ _id: orderId }, { $set: { refundedMinor: 10_000 } });

    const { text } = await readPdf(
      new Uint8Array(await (await receiptOf(world, orderId, tokenOf(user))).arrayBuffer()),
    );

    expect(text).toContain('Given back');
    expect(text).toContain('INR 100.00');
  });

  it('is the buyer’s alone, and there once the order is paid', async () => {
    await using world = await openWorld();
    const paid = await buy(world, 'cashfree');
    const unpaid = await start(world, 'cashfree');

    const answers = await Promise.all([
      receiptOf(world, paid.orderId),
      receiptOf(world, paid.orderId, tokenOf(testUser())),
      receiptOf(world, 'nobody', tokenOf(paid.user)),
      receiptOf(world, unpaid.orderId, tokenOf(unpaid.user)),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([401, 404, 404, 409]);
  });
});

describe('paid, but not in my library', () => {
  it.each(rails)('asks %s about an order that is not paid here', async (rail) => {
    await using world = await openWorld();
    const order = await start(world, rail);
    await order.pay();

    const claimed = await order.api.claimOrder({ body: { orderId: order.reference } });

    expect(claimed).toMatchObject({ orderId: order.orderId, status: 'paid' });
    expect(await world.announced('payments.payment-succeeded.v1')).toHaveLength(1);
  });

  it('announces a paid order to the library again, by id or number, with the same event id, and not for every press', async () => {
    await using world = await openWorld();
    const order = await buy(world, 'cashfree');
    const { number } = await order.order();

    for (let press = 0; press < 5; press += 1)
      await order.api.claimOrder({ body: { orderId: number.toLowerCase() } });
    world.service.clock.advance(11_000);
    await order.api.claimOrder({ body: { orderId: order.orderId } });

    const events = await world.announced('payments.payment-succeeded.v1');
    expect(events).toHaveLength(3);
    expect(new Set(events.map(({ id }) => id)).size).toBe(1);
  });

  it('is of one’s own orders only', async () => {
    await using world = await openWorld();
    const { orderId } = await buy(world, 'cashfree');

    await expect(world.as(testUser()).claimOrder({ body: { orderId } })).rejects.toMatchObject({
      status: 404,
    });
    await expect(world.as('visitor').claimOrder({ body: { orderId } })).rejects.toMatchObject({
      status: 401,
    });
  });
});
