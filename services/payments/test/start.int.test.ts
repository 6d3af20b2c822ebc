import { testUser } from '@satrangi/chassis/testing';
import { ApiError, liveTypes } from '@satrangi/contracts';
import { describe, expect, it, vi } from 'vitest';
import { bootPayments, type PaymentsFixture, startedOrder } from './boot-payments.ts';

const countries = ['IN', 'US'] as const;
const body = (country: string) => ({ items: [{ media: 'm1' }], country });
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });

const creations = (fixture: PaymentsFixture): number =>
  fixture.providerRequests.filter((line) => /^POST \S*(payment_intents|orders) /.test(line)).length;

/** Simulates a crash between storing the order and the provider's response. */
const orphan = async (fixture: PaymentsFixture, orderId: string): Promise<void> => {
  await fixture.orders.updateOne(
    { _id: orderId },
    { $set: { starting: 'a process that is gone', secret: null, reference: null } },
  );
};

describe('a repeated createPayment', () => {
  it.each(countries)(
    '20 times concurrently with one key creates one order in %s, and calls the provider once',
    async (country) => {
      await using fixture = await bootPayments();

      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          fixture.api.createPayment({ body: body(country) }, withKey('press-1')),
        ),
      );

      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(await fixture.ledger()).toHaveLength(1);
      expect(creations(fixture)).toBe(1);
      expect(await fixture.api.listMyOrders()).toHaveLength(1);
    },
  );

  it('notifies open back offices once that an order is placed, and no other client (P84)', async () => {
    await using fixture = await bootPayments();
    await fixture.api.createPayment({ body: { items: [{ media: 'nobody' }] } }).catch(() => undefined);
    expect(await fixture.service.liveMessages()).toEqual([]);

    const [{ orderId }] = await Promise.all([
      fixture.api.createPayment({ body: body('IN') }, withKey('press-1')),
      fixture.api.createPayment({ body: body('IN') }, withKey('press-1')),
    ]);

    expect(await fixture.service.liveMessages()).toEqual([
      { message: { type: liveTypes.orderUpdated, id: orderId }, audience: { to: 'admins' } },
    ]);
  });

  it('is placed when the live log is down (P84)', async () => {
    await using fixture = await bootPayments();
    vi.spyOn(fixture.service.context.live, 'publish').mockRejectedValue(new Error('down'));

    const { orderId } = await fixture.api.createPayment({ body: body('IN') });

    expect(await fixture.api.listMyOrders()).toMatchObject([{ orderId }]);
  });

  it('creates one order for each of many buyers', async () => {
    await using fixture = await bootPayments();
    const buyers = Array.from({ length: 20 }, () => fixture.as(testUser()));

    const ids = await Promise.all(
      buyers.flatMap((api, at) =>
        Array.from({ length: 10 }, async () => {
          const country = at % 2 === 0 ? 'IN' : 'US';
          return (await api.createPayment({ body: body(country) }, withKey('the-same-word-for-all'))).orderId;
        }),
      ),
    );

    expect(new Set(ids).size).toBe(20);
    expect(await fixture.ledger()).toHaveLength(20);
    expect(creations(fixture)).toBe(20);
  });

  it('without a key resumes the open order of the same buyer and items', async () => {
    await using fixture = await bootPayments();
    fixture.service.clock.set(new Date('2026-11-20T10:00:10Z'));

    const [first, second] = [
      await fixture.api.createPayment({ body: body('IN') }),
      await fixture.api.createPayment({ body: { ...body('IN'), email: 'asha@example.org' } }),
    ];
    fixture.service.clock.advance(60_000);
    const later = await fixture.api.createPayment({ body: body('IN') });

    expect([second, later]).toEqual([first, first]);
  });

  it('with the same key and another body is refused; the first body still gets the first response', async () => {
    await using fixture = await bootPayments();
    const first = await fixture.api.createPayment({ body: body('US') }, withKey('k'));

    const other = fixture.api.createPayment({ body: { ...body('US'), name: 'Somebody' } }, withKey('k'));
    await expect(other).rejects.toMatchObject({ status: 422, code: 'idempotency-mismatch' });
    await fixture.pay.stripe(startedOrder(first).secret);
    await fixture.api.confirmStripe({ body: { paymentIntentId: startedOrder(first).reference } });
    fixture.service.clock.advance(25 * 3_600_000);

    expect(await fixture.api.createPayment({ body: body('US') }, withKey('k'))).toEqual(first);
  });

  it.each(['', 'x'.repeat(256), 'with space'])('a key like %j is refused', async (key) => {
    await using fixture = await bootPayments();

    const attempt = fixture.api.createPayment({ body: body('IN') }, withKey(key));

    await expect(attempt).rejects.toMatchObject({ status: 400, code: 'validation-failed' });
  });
});

describe('an interrupted start', () => {
  it.each(countries)('is retried with the same order and payment in %s after a crash', async (country) => {
    await using fixture = await bootPayments();
    const first = await fixture.api.createPayment({ body: body(country) }, withKey('k'));
    await orphan(fixture, first.orderId);

    const again = await fixture.api.createPayment({ body: body(country) }, withKey('k'));

    expect(again).toEqual(first);
    expect(await fixture.ledger()).toHaveLength(1);
  });

  it.each(countries)('is retried in %s when the response of the provider was lost', async (country) => {
    await using fixture = await bootPayments();
    const target = country === 'IN' ? 'cashfree.orders.create' : 'stripe.payment_intents.create';
    await fixture.knob({ target, status: 500, after: true, times: 1 });

    const started = await fixture.api.createPayment({ body: body(country) }, withKey('k'));

    expect(startedOrder(started).secret).not.toBe('');
    expect(await fixture.ledger()).toHaveLength(1);
  });

  it.each([
    ['IN', 'cashfree'],
    ['US', 'stripe'],
  ])('gives 502 in %s when %s is down, and a retry uses the same order', async (country, provider) => {
    await using fixture = await bootPayments();
    await fixture.knob({ target: `${provider}.*`, status: 400 });

    const attempt = await fixture.api
      .createPayment({ body: body(country) }, withKey('k'))
      .catch((e: unknown) => e);
    await fixture.clearKnobs();
    const again = await fixture.api.createPayment({ body: body(country) }, withKey('k'));

    if (!(attempt instanceof ApiError)) throw new Error('it was not refused');
    expect(attempt.problem).toMatchObject({
      status: 502,
      code: 'provider-failed',
      error: 'Payment initiation failed.',
      data: { provider },
    });
    expect(await fixture.api.listMyOrders()).toMatchObject([{ orderId: again.orderId, status: 'pending' }]);
    expect(await fixture.ledger()).toHaveLength(1);
  });

  it('gives still-running while the provider is slow, and then the response', async () => {
    await using fixture = await bootPayments();
    await fixture.knob({ target: 'cashfree.orders.create', hang: 6_500, times: 1 });

    const slow = fixture.api.createPayment({ body: body('IN') }, withKey('k'));
    await expect.poll(() => creations(fixture)).toBe(1);
    const impatient = fixture.api.createPayment({ body: body('IN') }, withKey('k'));

    await expect(impatient).rejects.toMatchObject({ status: 409, code: 'still-running' });
    const started = await slow;
    expect(await fixture.api.createPayment({ body: body('IN') }, withKey('k'))).toEqual(started);
    expect(creations(fixture)).toBe(1);
  });
});
