import { describe, expect, it } from 'vitest';
import {
  cashfreeAt,
  control,
  eventually,
  openShop,
  orderOf,
  payByCard,
  startWorld,
  stripeAt,
  turnKnob,
} from './world.ts';

const payByCashfree = async (world: Awaited<ReturnType<typeof startWorld>>, orderId: string) => {
  const { data } = await cashfreeAt(world).PGCreateOrder(orderOf(orderId));
  const wish = { paymentSessionId: data.payment_session_id, outcome: 'success', webhook: 'skip' };
  await control(world, 'POST', '/cashfree/pay', wish);
};

describe('a bank', () => {
  it('takes up a complaint about a card payment and decides it, and the SDK reads how it stands', async () => {
    await using shop = await openShop();
    await using world = await startWorld(shop.url);
    const paymentIntentId = await payByCard(world, 'skip');

    await control(world, 'POST', '/disputes', { paymentIntentId, outcome: 'open' });
    const open = await stripeAt(world).disputes.list({ payment_intent: paymentIntentId });
    await control(world, 'POST', '/disputes', { paymentIntentId, outcome: 'lost' });
    const lost = await stripeAt(world).disputes.retrieve(open.data[0]?.id ?? '');

    expect(open.data).toMatchObject([{ status: 'needs_response', amount: 999 }]);
    expect(lost).toMatchObject({ status: 'lost', payment_intent: paymentIntentId });
    await eventually(() => expect(shop.types()).toEqual(['charge.dispute.created', 'charge.dispute.closed']));
  });

  it('does the same for Cashfree', async () => {
    await using shop = await openShop();
    await using world = await startWorld(shop.url);
    await payByCashfree(world, 'order_d');

    await control(world, 'POST', '/disputes', { orderId: 'order_d', outcome: 'open' });
    await control(world, 'POST', '/disputes', { orderId: 'order_d', outcome: 'won' });

    const { data } = await cashfreeAt(world).PGFetchOrderDisputes('order_d');
    expect(data).toMatchObject([{ dispute_status: 'DISPUTE_MERCHANT_WON', dispute_amount: 499.5 }]);
    await eventually(() => expect(shop.types()).toEqual(['DISPUTE_CREATED', 'DISPUTE_CLOSED']));
  });

  it('lets a refund wait, and ends it well or badly', async () => {
    await using shop = await openShop();
    await using world = await startWorld(shop.url);
    const payment_intent = await payByCard(world, 'skip');
    await payByCashfree(world, 'order_r');
    await turnKnob(world, { target: 'stripe.refunds.create', refundStatus: 'pending' });
    await turnKnob(world, { target: 'cashfree.refunds.create', refundStatus: 'pending' });

    const byCard = await stripeAt(world).refunds.create({ payment_intent, amount: 99 });
    await cashfreeAt(world).PGOrderCreateRefund('order_r', { refund_amount: 1, refund_id: 'refund_r' });
    await control(world, 'POST', '/refunds', { refundId: byCard.id, status: 'succeeded' });
    await control(world, 'POST', '/refunds', { refundId: 'refund_r', status: 'failed' });
    const again = await control(world, 'POST', '/refunds', { refundId: 'refund_r', status: 'failed' });

    expect(byCard.status).toBe('pending');
    expect((await stripeAt(world).refunds.retrieve(byCard.id)).status).toBe('succeeded');
    const { data } = await cashfreeAt(world).PGOrderFetchRefund('order_r', 'refund_r');
    expect(data.refund_status).toBe('FAILED');
    expect(again.status).toBe(404);
    await eventually(() => expect(shop.types()).toContain('refund.updated'));
  });
});

describe('the books of a day', () => {
  it('of Stripe list charges and refunds page by page', async () => {
    await using shop = await openShop();
    await using world = await startWorld(shop.url);
    const intents = [];
    for (let turn = 0; turn < 5; turn += 1) intents.push(await payByCard(world, 'skip'));
    const stripe = stripeAt(world);
    await stripe.refunds.create({ payment_intent: intents[0] ?? '' });
    const now = Math.floor(Date.now() / 1000);

    const charges = await stripe.charges
      .list({ created: { gte: now - 60, lt: now + 60 }, limit: 2 })
      .autoPagingToArray({ limit: 100 });
    const older = await stripe.charges.list({ created: { lt: now - 60 } });
    const refunds = await stripe.refunds.list({ created: { gte: now - 60 } });

    expect(charges.map((charge) => charge.payment_intent).sort()).toEqual(intents.sort());
    expect(older.data).toEqual([]);
    expect(refunds.data).toMatchObject([{ amount: 999, status: 'succeeded' }]);
  });

  it('of Cashfree list payments and refunds with a cursor', async () => {
    await using shop = await openShop();
    await using world = await startWorld(shop.url);
    const cashfree = cashfreeAt(world);
    await payByCashfree(world, 'order_1');
    await payByCashfree(world, 'order_2');
    await cashfree.PGOrderCreateRefund('order_2', { refund_amount: 100, refund_id: 'refund_2' });
    const filters = {
      start_date: new Date(Date.now() - 60_000).toISOString(),
      end_date: new Date(Date.now() + 60_000).toISOString(),
    };

    const { data: first } = await cashfree.PGFetchRecon({ pagination: { limit: 2 }, filters });
    const pagination = { limit: 2, cursor: String(first.cursor) };
    const { data: second } = await cashfree.PGFetchRecon({ pagination, filters });

    const rows = [...(first.data ?? []), ...(second.data ?? [])];
    expect(
      rows.map(({ event_details: event, order_details: order }) => [
        event?.event_type,
        order?.order_id,
        event?.event_amount,
      ]),
    ).toEqual([
      ['PAYMENT', 'order_1', 499.5],
      ['PAYMENT', 'order_2', 499.5],
      ['REFUND', 'order_2', 100],
    ]);
    expect(second.cursor).toBeNull();
  });
});
