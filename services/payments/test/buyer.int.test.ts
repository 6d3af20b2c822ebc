import { anEvent, testUser } from '@satrangi/chassis/testing';
import { ApiError, accessGranted, accessRevoked, mediaChanged, userDeleted } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { post, signedFact } from './webhooks.ts';
import { media, openedBy, openWorld, type World } from './world.ts';

const buy = async (world: World, id: string) => {
  const body = { items: [{ media: id }] };
  const { problem, answer } = await world.api
    .createPayment({ body })
    .then((started) => ({ problem: null, answer: started }))
    .catch((error: unknown) => {
      if (error instanceof ApiError) return { problem: error.problem, answer: null };
      throw error;
    });
  return { problem, answer, status: problem?.status ?? 200 };
};

describe('what the buyer has', () => {
  const grant = (userId: string, time = new Date()) =>
    anEvent(accessGranted, { time, data: { userId, mediaId: 'm1', mediaType: 'ebook', format: 'text' } });

  it('is not sold again, whoever gave it (PAY-26)', async () => {
    await using world = await openWorld();
    await world.service.deliver(grant(world.buyer.userId));

    const { problem } = await buy(world, 'm1');
    const other = await world.as(testUser()).createPayment({ body: { items: [{ media: 'm1' }] } });

    expect(problem).toMatchObject({
      status: 409,
      code: 'already-owned',
      detail: 'You already own this item',
    });
    expect(other.amount.minor).toBe(49_900);
  });

  it('is not sold again while the library has not yet answered', async () => {
    await using world = await openWorld();
    const first = await world.api.createPayment({ body: { items: [{ media: 'm1' }] } });
    await post(world, signedFact('cashfree', 'success', openedBy(first)));

    const { problem } = await buy(world, 'm1');

    expect(problem).toMatchObject({ status: 409, code: 'already-owned' });
  });

  it.each([
    ['before', -1_000],
    ['after', 1_000],
  ])('can be bought again after a refund, when the grant is heard %s it', async (_when, shift) => {
    await using world = await openWorld();
    const { userId } = world.buyer;
    const at = new Date();
    const granted = grant(userId, at);
    const refund = anEvent(accessRevoked, {
      time: new Date(at.getTime() + 1_000),
      data: { userId, mediaId: 'm1', mediaType: 'ebook', format: 'text' },
    });
    for (const event of shift < 0 ? [granted, refund] : [refund, granted]) await world.service.deliver(event);

    const { status } = await buy(world, 'm1');

    expect(status).toBe(200);
  });

  it('a price that arrives late does not overwrite a newer one', async () => {
    await using world = await openWorld();
    await world.service.deliver(media({ mediaId: 'm2', version: 3, priceINR: 300 }));
    await world.service.deliver(media({ mediaId: 'm2', version: 2, priceINR: 200 }));

    const { answer } = await buy(world, 'm2');

    expect(answer?.amount.minor).toBe(30_000);
    expect(mediaChanged.type).toBe('catalog.media-changed.v1');
  });
});

describe('the buyer’s orders', () => {
  it('are theirs alone: for everyone else they do not exist', async () => {
    await using world = await openWorld();
    const mine = openedBy(
      await world.api.createPayment({ body: { items: [{ media: 'm1' }], country: 'US' } }),
    );
    const stranger = world.as(testUser());
    const missing = { status: 404, code: 'not-found', message: 'Order not found' };

    await expect(stranger.getOrder({ params: { orderId: mine.orderId } })).rejects.toMatchObject(missing);
    await expect(stranger.verifyCashfree({ body: { orderId: mine.orderId } })).rejects.toMatchObject(missing);
    await expect(stranger.confirmStripe({ body: { paymentIntentId: mine.reference } })).rejects.toMatchObject(
      missing,
    );
    await expect(world.api.verifyCashfree({ body: { orderId: mine.orderId } })).rejects.toMatchObject(
      missing,
    );
    expect(await stranger.listMyOrders()).toEqual([]);
    const byIntent = await world.api.getOrder({ params: { orderId: mine.reference } });
    expect(byIntent.orderId).toBe(mine.orderId);
  });

  it('a cheap payment never opens an expensive item: granted is what was paid, under every name pages read (PAY-09, PAY-44)', async () => {
    await using world = await openWorld();
    await world.service.deliver(media({ mediaId: 'dear', priceINR: 9_000, priceUSD: 100 }));
    const mine = openedBy(
      await world.api.createPayment({ body: { items: [{ media: 'm1' }], country: 'US' } }),
    );
    await world.pay.stripe(mine.secret);

    const settled = await world.api.confirmStripe({
      body: { paymentIntentId: mine.reference, ebookId: 'dear', mediaId: 'dear', mediaType: 'ebook' },
    });

    expect(settled.granted).toEqual([{ ebook: 'm1', media: 'm1', mediaType: 'ebook', format: 'text' }]);
  });

  it('forget the person when the account is deleted, and keep the money', async () => {
    await using world = await openWorld();
    const person = { name: 'Asha Rao', email: 'asha@example.org', contact: '9876543210' };
    const started = await world.api.createPayment({ body: { items: [{ media: 'm1' }], ...person } });

    await world.service.deliver(anEvent(userDeleted, { data: { userId: world.buyer.userId } }));

    const kept = await world.orders.findOne({ _id: started.orderId });
    expect(kept).toMatchObject({
      amount: { minor: 49_900, currency: 'INR' },
      totalPaise: 49_900,
      buyer: { name: null, email: null, phone: null },
    });
    expect(JSON.stringify(kept)).not.toMatch(/Asha|asha@|98765/);
  });

  it('lists them newest first', async () => {
    await using world = await openWorld();
    for (const id of ['m1', 'm2', 'm3']) {
      await world.service.deliver(media({ mediaId: id, version: 2, title: `Title of ${id}` }));
      world.service.clock.advance(1_000);
      await world.api.createPayment({ body: { items: [{ media: id }] } });
    }

    const orders = await world.api.listMyOrders();

    expect(orders.map(({ items }) => items[0]?.title)).toEqual(['Title of m3', 'Title of m2', 'Title of m1']);
    expect(JSON.stringify(orders)).not.toMatch(/secret|outbox|idempotency|buyer/);
  });
});
