import { anEvent, testUser } from '@satrangi/chassis/testing';
import { ApiError, accessGranted, accessRevoked, mediaChanged, userDeleted } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootPayments, media, type PaymentsFixture, startedOrder } from './boot-payments.ts';
import { post, signedWebhook } from './webhooks.ts';

const buy = async (fixture: PaymentsFixture, id: string) => {
  const body = { items: [{ media: id }] };
  const { problem, answer } = await fixture.api
    .createPayment({ body })
    .then((started) => ({ problem: null, answer: started }))
    .catch((error: unknown) => {
      if (error instanceof ApiError) return { problem: error.problem, answer: null };
      throw error;
    });
  return { problem, answer, status: problem?.status ?? 200 };
};

describe('an owned item', () => {
  const grant = (userId: string, time = new Date()) =>
    anEvent(accessGranted, { time, data: { userId, mediaId: 'm1', mediaType: 'ebook', format: 'text' } });

  it('is not sold again, whether bought or granted by an admin (PAY-26)', async () => {
    await using fixture = await bootPayments();
    await fixture.service.deliver(grant(fixture.buyer.userId));

    const { problem } = await buy(fixture, 'm1');
    const other = await fixture.as(testUser()).createPayment({ body: { items: [{ media: 'm1' }] } });

    expect(problem).toMatchObject({
      status: 409,
      code: 'already-owned',
      detail: 'You already own this item',
    });
    expect(other.amount.minor).toBe(49_900);
  });

  it('is not sold again before the library has granted it', async () => {
    await using fixture = await bootPayments();
    const first = await fixture.api.createPayment({ body: { items: [{ media: 'm1' }] } });
    await post(fixture, signedWebhook('cashfree', 'success', startedOrder(first)));

    const { problem } = await buy(fixture, 'm1');

    expect(problem).toMatchObject({ status: 409, code: 'already-owned' });
  });

  it.each([
    ['before', -1_000],
    ['after', 1_000],
  ])('can be bought again after a refund, when the grant event arrives %s it', async (_when, shift) => {
    await using fixture = await bootPayments();
    const { userId } = fixture.buyer;
    const at = new Date();
    const granted = grant(userId, at);
    const refund = anEvent(accessRevoked, {
      time: new Date(at.getTime() + 1_000),
      data: { userId, mediaId: 'm1', mediaType: 'ebook', format: 'text' },
    });
    for (const event of shift < 0 ? [granted, refund] : [refund, granted])
      await fixture.service.deliver(event);

    const { status } = await buy(fixture, 'm1');

    expect(status).toBe(200);
  });

  it('an older price event does not overwrite a newer one', async () => {
    await using fixture = await bootPayments();
    await fixture.service.deliver(media({ mediaId: 'm2', version: 3, priceINR: 300 }));
    await fixture.service.deliver(media({ mediaId: 'm2', version: 2, priceINR: 200 }));

    const { answer } = await buy(fixture, 'm2');

    expect(answer?.amount.minor).toBe(30_000);
    expect(mediaChanged.type).toBe('catalog.media-changed.v1');
  });
});

describe('the buyer’s orders', () => {
  it('are private: other callers get 404', async () => {
    await using fixture = await bootPayments();
    const mine = startedOrder(
      await fixture.api.createPayment({ body: { items: [{ media: 'm1' }], country: 'US' } }),
    );
    const stranger = fixture.as(testUser());
    const missing = { status: 404, code: 'not-found', message: 'Order not found' };

    await expect(stranger.getOrder({ params: { orderId: mine.orderId } })).rejects.toMatchObject(missing);
    await expect(stranger.verifyCashfree({ body: { orderId: mine.orderId } })).rejects.toMatchObject(missing);
    await expect(stranger.confirmStripe({ body: { paymentIntentId: mine.reference } })).rejects.toMatchObject(
      missing,
    );
    await expect(fixture.api.verifyCashfree({ body: { orderId: mine.orderId } })).rejects.toMatchObject(
      missing,
    );
    expect(await stranger.listMyOrders()).toEqual([]);
    const byIntent = await fixture.api.getOrder({ params: { orderId: mine.reference } });
    expect(byIntent.orderId).toBe(mine.orderId);
  });

  it('a payment grants only the items of its order, in every response field (PAY-09, PAY-44)', async () => {
    await using fixture = await bootPayments();
    await fixture.service.deliver(media({ mediaId: 'dear', priceINR: 9_000, priceUSD: 100 }));
    const mine = startedOrder(
      await fixture.api.createPayment({ body: { items: [{ media: 'm1' }], country: 'US' } }),
    );
    await fixture.pay.stripe(mine.secret);

    const settled = await fixture.api.confirmStripe({
      body: { paymentIntentId: mine.reference, ebookId: 'dear', mediaId: 'dear', mediaType: 'ebook' },
    });

    expect(settled.granted).toEqual([{ ebook: 'm1', media: 'm1', mediaType: 'ebook', format: 'text' }]);
  });

  it('lose personal data when the account is deleted, and keep amounts', async () => {
    await using fixture = await bootPayments();
    const person = { name: 'Asha Rao', email: 'asha@example.org', contact: '9876543210' };
    const started = await fixture.api.createPayment({ body: { items: [{ media: 'm1' }], ...person } });

    await fixture.service.deliver(anEvent(userDeleted, { data: { userId: fixture.buyer.userId } }));

    const kept = await fixture.orders.findOne({ _id: started.orderId });
    expect(kept).toMatchObject({
      amount: { minor: 49_900, currency: 'INR' },
      totalPaise: 49_900,
      buyer: { name: null, email: null, phone: null },
    });
    expect(JSON.stringify(kept)).not.toMatch(/Asha|asha@|98765/);
  });

  it('lists them newest first', async () => {
    await using fixture = await bootPayments();
    for (const id of ['m1', 'm2', 'm3']) {
      await fixture.service.deliver(media({ mediaId: id, version: 2, title: `Title of ${id}` }));
      fixture.service.clock.advance(1_000);
      await fixture.api.createPayment({ body: { items: [{ media: id }] } });
    }

    const orders = await fixture.api.listMyOrders();

    expect(orders.map(({ items }) => items[0]?.title)).toEqual(['Title of m3', 'Title of m2', 'Title of m1']);
    expect(JSON.stringify(orders)).not.toMatch(/secret|outbox|idempotency|buyer/);
  });
});
