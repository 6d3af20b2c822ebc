import { expect, it } from 'vitest';
import {
  card,
  cashfreeAt,
  control,
  orderOf,
  payByCard,
  paymentsOf,
  setKnob,
  startSandboxFixture,
  startWebhookReceiver,
  stripeAt,
  waitFor,
} from './fixture.ts';

it('injects an error `times` times, and the retrying SDK creates one intent', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url);
  await setKnob(fixture, { target: 'stripe.payment_intents.create', status: 500, times: 1 });

  await stripeAt(fixture, 'sk_test_x', 2).paymentIntents.create(card);

  expect(await paymentsOf(fixture)).toHaveLength(1);
});

it('loses the response after the work: a retry with the same key finds the order', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url);
  const cashfree = cashfreeAt(fixture);
  await setKnob(fixture, { target: 'cashfree.orders.create', status: 502, after: true, times: 1 });
  await expect(cashfree.PGCreateOrder(orderOf('order_1'), undefined, 'key')).rejects.toMatchObject({
    response: { status: 502 },
  });

  const { data } = await cashfree.PGCreateOrder(orderOf('order_1'), undefined, 'key');

  expect(data.order_id).toBe('order_1');
  expect(await paymentsOf(fixture)).toHaveLength(1);
});

it('hangs longer than the timeout of the caller', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url);
  const cashfree = cashfreeAt(fixture);
  await cashfree.PGCreateOrder(orderOf('order_1'));
  await setKnob(fixture, { target: 'cashfree.orders.get', hang: 60_000, times: 1 });

  await expect(cashfree.PGFetchOrder('order_1', undefined, undefined, { timeout: 50 })).rejects.toMatchObject(
    { code: 'ECONNABORTED' },
  );
  expect((await cashfree.PGFetchOrder('order_1')).status).toBe(200);
});

it('reports a wrong amount or currency in responses and webhooks', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url);
  const cashfree = cashfreeAt(fixture);
  const { data: order } = await cashfree.PGCreateOrder(orderOf('order_1'));
  await setKnob(fixture, { target: 'cashfree.orders.get', wrongAmount: true, times: 1 });
  await setKnob(fixture, { target: 'cashfree.webhooks', wrongAmount: { currency: 'USD' } });

  const reported = [await cashfree.PGFetchOrder('order_1'), await cashfree.PGFetchOrder('order_1')];
  await control(fixture, 'POST', '/cashfree/pay', {
    paymentSessionId: order.payment_session_id,
    outcome: 'success',
  });

  expect(reported.map(({ data }) => data.order_amount)).toEqual([499.49, 499.5]);
  await waitFor(() => expect(receiver.received).toHaveLength(1));
  expect(JSON.parse(receiver.received[0]?.raw ?? '').data.payment).toMatchObject({
    payment_amount: 499.5,
    payment_currency: 'USD',
  });
});

it('charges a wrong amount, and the ledger shows it', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url);
  await setKnob(fixture, { target: 'stripe.pay', wrongAmount: 998 });

  const id = await payByCard(fixture);

  expect(await paymentsOf(fixture)).toMatchObject([{ amountMinor: 998, isPaid: true }]);
  expect((await stripeAt(fixture).paymentIntents.retrieve(id)).amount_received).toBe(998);
});

it('lists and clears knobs, refuses misspelt ones', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url, {
    knobs: [{ target: 'stripe.*', status: 503 }],
  });
  const misspelt = await setKnob(fixture, { target: 'stripe.*', stauts: 500 });

  const listed = await control(fixture, 'GET', '/knobs');
  const cleared = await control(fixture, 'DELETE', '/knobs');

  expect(misspelt).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
  expect(listed.body).toEqual([{ target: 'stripe.*', status: 503 }]);
  expect(cleared).toEqual({ status: 200, body: { cleared: 1 } });
  await stripeAt(fixture).paymentIntents.create(card);
});
