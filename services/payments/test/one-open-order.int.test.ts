import { randomUUID } from 'node:crypto';
import { testUser } from '@satrangi/chassis/testing';
import { ApiError } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootPayments, media, type PaymentsFixture } from './boot-payments.ts';
import { problemOf, start } from './orders-fixture.ts';

const withKey = (key = randomUUID()) => ({ headers: { 'idempotency-key': key } });
const body = { items: [{ media: 'm1' }], country: 'IN' };
const openOrders = (fixture: PaymentsFixture) => fixture.orders.countDocuments({ state: 'pending' });

describe('createPayment with an open order', () => {
  it('resumes that order, whatever key the page sends (PAY-34)', async () => {
    await using fixture = await bootPayments();

    const first = await fixture.api.createPayment({ body }, withKey());
    fixture.service.clock.advance(10 * 60_000);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => fixture.api.createPayment({ body }, withKey())),
    );

    expect(answers).toEqual(answers.map(() => first));
    expect(await fixture.ledger()).toHaveLength(1);
  });

  it('ten times concurrently creates one order and one payment', async () => {
    await using fixture = await bootPayments();

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => fixture.api.createPayment({ body }, withKey())),
    );

    expect(new Set(answers.map(({ orderId }) => orderId)).size).toBe(1);
    expect(await fixture.ledger()).toHaveLength(1);
  });

  it('stores each key: after payment each still returns that order, and is refused with another body', async () => {
    await using fixture = await bootPayments();
    const [one, two] = [randomUUID(), randomUUID()];
    const first = await start(fixture, 'cashfree', {}, fixture.buyer);
    await fixture.api.createPayment({ body }, withKey(one));
    await fixture.api.createPayment({ body: { ...body, name: 'Asha' } }, withKey(two));
    await first.pay();
    await first.confirm();

    const again = await fixture.api.createPayment({ body }, withKey(one));
    const other = fixture.api.createPayment({ body: { ...body, name: 'Other' } }, withKey(two));

    expect(again.orderId).toBe(first.orderId);
    await expect(other).rejects.toMatchObject({ code: 'idempotency-mismatch' });
    await expect(fixture.api.createPayment({ body }, withKey())).rejects.toMatchObject({
      code: 'already-owned',
    });
  });

  it('with new buyer data sends the receipt to the latest address', async () => {
    await using fixture = await bootPayments();
    const first = await start(fixture, 'cashfree', { email: 'old@example.org' }, fixture.buyer);
    await fixture.api.createPayment({ body: { ...body, email: 'new@example.org' } }, withKey());

    await first.pay();
    await first.confirm();
    await fixture.service.runWork();

    expect((await fixture.mails()).map(({ to }) => to[0])).toEqual(['new@example.org']);
  });

  it.each([
    [
      'at another price',
      async (fixture: PaymentsFixture) => fixture.service.deliver(media({ version: 2, priceINR: 599 })),
      body,
    ],
    ['in another country', async () => {}, { ...body, country: 'US' }],
  ] as const)('%s creates a new order, and the old one expires', async (_how, change, next) => {
    await using fixture = await bootPayments();
    const first = await start(fixture, 'cashfree', {}, fixture.buyer);
    await change(fixture);

    const second = await fixture.api.createPayment({ body: next }, withKey());

    expect(second.orderId).not.toBe(first.orderId);
    expect((await first.order()).status).toBe('expired');
    expect(await openOrders(fixture)).toBe(1);
  });

  it.each([
    ['without a key, within the same minute', () => ({})],
    ['with a key of its own', () => withKey()],
  ] as const)(
    'with an amount other than the price is refused with the price, %s (PAY-26)',
    async (_how, options) => {
      await using fixture = await bootPayments();
      const first = await fixture.api.createPayment({ body: { ...body, amount: 499 } }, options());

      const wrong = await problemOf(fixture.api.createPayment({ body: { ...body, amount: 399 } }, options()));
      const again = await fixture.api.createPayment({ body: { ...body, amount: 499 } }, options());

      expect(wrong).toMatchObject({
        status: 409,
        code: 'price-changed',
        detail: 'The price has changed',
        data: { amount: 49_900, currency: 'INR' },
      });
      expect(again).toEqual(first);
      expect(await fixture.ledger()).toMatchObject([{ amountMinor: 49_900 }]);
    },
  );

  it('shortly before expiry creates a new order with time to pay', async () => {
    await using fixture = await bootPayments();
    const first = await start(fixture, 'cashfree', {}, fixture.buyer);
    fixture.service.clock.advance(23.5 * 3_600_000);

    const second = await fixture.api.createPayment({ body }, withKey());

    expect(second.orderId).not.toBe(first.orderId);
    expect((await first.order()).status).toBe('expired');
  });

  it('by another buyer, or for other items, creates another order', async () => {
    await using fixture = await bootPayments();
    await fixture.service.deliver(media({ mediaId: 'm2' }));
    const first = await fixture.api.createPayment({ body }, withKey());

    const others = [
      await fixture.as(testUser()).createPayment({ body }, withKey()),
      await fixture.api.createPayment({ body: { ...body, items: [{ media: 'm2' }] } }, withKey()),
    ];

    expect(new Set([first, ...others].map(({ orderId }) => orderId)).size).toBe(3);
  });

  it('resumes after a declined card', async () => {
    await using fixture = await bootPayments();
    const first = await start(fixture, 'stripe', {}, fixture.buyer);
    await fixture.pay.stripe(first.secret, 'failed');
    await first.confirm().catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });

    const second = await fixture.api.createPayment({ body: { ...body, country: 'US' } }, withKey());

    expect((await first.order()).status).toBe('failed');
    expect(second.orderId).toBe(first.orderId);
  });
});
