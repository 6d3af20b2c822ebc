import { describe, expect, it } from 'vitest';
import {
  cashfreeAt,
  control,
  orderOf,
  payByCard,
  setKnob,
  startSandboxFixture,
  startWebhookReceiver,
  stripeAt,
  waitFor,
} from './fixture.ts';

const payByCashfree = async (fixture: Awaited<ReturnType<typeof startSandboxFixture>>, orderId: string) => {
  const { data } = await cashfreeAt(fixture).PGCreateOrder(orderOf(orderId));
  const input = { paymentSessionId: data.payment_session_id, outcome: 'success', webhook: 'skip' };
  await control(fixture, 'POST', '/cashfree/pay', input);
};

describe('bank control API', () => {
  it('opens and closes a dispute about a card payment, and the SDK reads its status', async () => {
    await using receiver = await startWebhookReceiver();
    await using fixture = await startSandboxFixture(receiver.url);
    const paymentIntentId = await payByCard(fixture, 'skip');

    await control(fixture, 'POST', '/disputes', { paymentIntentId, outcome: 'open' });
    const open = await stripeAt(fixture).disputes.list({ payment_intent: paymentIntentId });
    await control(fixture, 'POST', '/disputes', { paymentIntentId, outcome: 'lost' });
    const lost = await stripeAt(fixture).disputes.retrieve(open.data[0]?.id ?? '');

    expect(open.data).toMatchObject([{ status: 'needs_response', amount: 999 }]);
    expect(lost).toMatchObject({ status: 'lost', payment_intent: paymentIntentId });
    await waitFor(() =>
      expect(receiver.types()).toEqual(['charge.dispute.created', 'charge.dispute.closed']),
    );
  });

  it('does the same for Cashfree', async () => {
    await using receiver = await startWebhookReceiver();
    await using fixture = await startSandboxFixture(receiver.url);
    await payByCashfree(fixture, 'order_d');

    await control(fixture, 'POST', '/disputes', { orderId: 'order_d', outcome: 'open' });
    await control(fixture, 'POST', '/disputes', { orderId: 'order_d', outcome: 'won' });

    const { data } = await cashfreeAt(fixture).PGFetchOrderDisputes('order_d');
    expect(data).toMatchObject([{ dispute_status: 'DISPUTE_MERCHANT_WON', dispute_amount: 499.5 }]);
    await waitFor(() => expect(receiver.types()).toEqual(['DISPUTE_CREATED', 'DISPUTE_CLOSED']));
  });

  it('keeps a refund pending, then lets it succeed or fail', async () => {
    await using receiver = await startWebhookReceiver();
    await using fixture = await startSandboxFixture(receiver.url);
    const payment_intent = await payByCard(fixture, 'skip');
    await payByCashfree(fixture, 'order_r');
    await setKnob(fixture, { target: 'stripe.refunds.create', refundStatus: 'pending' });
    await setKnob(fixture, { target: 'cashfree.refunds.create', refundStatus: 'pending' });

    const byCard = await stripeAt(fixture).refunds.create({ payment_intent, amount: 99 });
    await cashfreeAt(fixture).PGOrderCreateRefund('order_r', { refund_amount: 1, refund_id: 'refund_r' });
    await control(fixture, 'POST', '/refunds', { refundId: byCard.id, status: 'succeeded' });
    await control(fixture, 'POST', '/refunds', { refundId: 'refund_r', status: 'failed' });
    const again = await control(fixture, 'POST', '/refunds', { refundId: 'refund_r', status: 'failed' });

    expect(byCard.status).toBe('pending');
    expect((await stripeAt(fixture).refunds.retrieve(byCard.id)).status).toBe('succeeded');
    const { data } = await cashfreeAt(fixture).PGOrderFetchRefund('order_r', 'refund_r');
    expect(data.refund_status).toBe('FAILED');
    expect(again.status).toBe(404);
    await waitFor(() => expect(receiver.types()).toContain('refund.updated'));
  });
});

describe('ledger lists of a day', () => {
  it('of Stripe return charges and refunds page by page', async () => {
    await using receiver = await startWebhookReceiver();
    await using fixture = await startSandboxFixture(receiver.url);
    const intents = [];
    for (let turn = 0; turn < 5; turn += 1) intents.push(await payByCard(fixture, 'skip'));
    const stripe = stripeAt(fixture);
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

  it('of Cashfree return payments and refunds with a cursor', async () => {
    await using receiver = await startWebhookReceiver();
    await using fixture = await startSandboxFixture(receiver.url);
    const cashfree = cashfreeAt(fixture);
    await payByCashfree(fixture, 'order_1');
    await payByCashfree(fixture, 'order_2');
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
