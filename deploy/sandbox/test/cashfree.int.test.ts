import { expect, it } from 'vitest';
import {
  cashfreeAt,
  control,
  orderOf,
  paymentsOf,
  startSandboxFixture,
  startWebhookReceiver,
  waitFor,
} from './fixture.ts';

it('creates and pays an order and sends a webhook with a signature the SDK accepts (PAY-47)', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url);
  const cashfree = cashfreeAt(fixture);
  const { data: order } = await cashfree.PGCreateOrder(orderOf('order_1'));

  const paid = await control<{ cfPaymentId: string }>(fixture, 'POST', '/cashfree/pay', {
    paymentSessionId: order.payment_session_id,
    outcome: 'success',
  });

  expect(order).toMatchObject({ order_id: 'order_1', order_status: 'ACTIVE', order_amount: 499.5 });
  expect(paid).toMatchObject({ status: 200, body: { orderId: 'order_1', orderStatus: 'PAID' } });
  await waitFor(() => expect(receiver.received).toHaveLength(1));
  const [{ path, headers, raw }] = receiver.received as [(typeof receiver.received)[0]];
  const event = cashfree.PGVerifyWebhookSignature(
    String(headers['x-webhook-signature']),
    raw,
    String(headers['x-webhook-timestamp']),
  );
  expect(path).toBe('/api/payments/webhooks/cashfree');
  expect(headers['x-webhook-attempt']).toBe('1');
  expect(event.type).toBe('PAYMENT_SUCCESS_WEBHOOK');
  expect(JSON.parse(raw).data).toMatchObject({
    order: {
      order_id: 'order_1',
      order_amount: 499.5,
      order_currency: 'INR',
      order_tags: { purchase: 'p1' },
    },
    payment: { cf_payment_id: paid.body.cfPaymentId, payment_status: 'SUCCESS', payment_amount: 499.5 },
    customer_details: { customer_id: 'reader1' },
  });
  expect((await cashfree.PGFetchOrder('order_1')).data.order_status).toBe('PAID');
  expect((await cashfree.PGOrderFetchPayments('order_1')).data).toMatchObject([
    { cf_payment_id: paid.body.cfPaymentId, payment_status: 'SUCCESS', payment_amount: 499.5 },
  ]);
});

it('keeps an order open after failed and dropped attempts, and lets one attempt pay it', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url);
  const cashfree = cashfreeAt(fixture);
  const { data: order } = await cashfree.PGCreateOrder(orderOf('order_2'));
  const attempt = (outcome: string) =>
    control(fixture, 'POST', '/cashfree/pay', { paymentSessionId: order.payment_session_id, outcome });

  const outcomes = [];
  for (const outcome of ['failed', 'cancelled', 'success', 'success']) outcomes.push(await attempt(outcome));

  expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 200, 400]);
  const { data: payments } = await cashfree.PGOrderFetchPayments('order_2');
  expect(payments.map(({ payment_status }) => payment_status)).toEqual(['SUCCESS', 'USER_DROPPED', 'FAILED']);
  expect(new Set(payments.map(({ cf_payment_id }) => cf_payment_id)).size).toBe(3);
  await waitFor(() =>
    expect(receiver.types().sort()).toEqual([
      'PAYMENT_FAILED_WEBHOOK',
      'PAYMENT_SUCCESS_WEBHOOK',
      'PAYMENT_USER_DROPPED_WEBHOOK',
    ]),
  );
});

it('returns the same order for the same idempotency key, refuses another body and a second order with that id', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url);
  const cashfree = cashfreeAt(fixture);

  const [one, other] = await Promise.all([
    cashfree.PGCreateOrder(orderOf('order_3'), undefined, 'key-1'),
    cashfree.PGCreateOrder(orderOf('order_3'), undefined, 'key-1'),
  ]);

  expect(one.data.payment_session_id).toBe(other.data.payment_session_id);
  await expect(
    cashfree.PGCreateOrder({ ...orderOf('order_3'), order_amount: 1 }, undefined, 'key-1'),
  ).rejects.toMatchObject({ response: { status: 422, data: { type: 'idempotency_error' } } });
  await expect(cashfree.PGCreateOrder(orderOf('order_3'), undefined, 'key-2')).rejects.toMatchObject({
    response: { status: 409, data: { code: 'order_already_exists' } },
  });
});

it('refuses a missing phone, a wrong secret, a fraction of a paisa and an unknown order as Cashfree does', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url);
  const cashfree = cashfreeAt(fixture);

  await expect(
    cashfree.PGCreateOrder({
      ...orderOf('order_4'),
      customer_details: { customer_id: 'reader1', customer_phone: '' },
    }),
  ).rejects.toMatchObject({
    response: { status: 400, data: { code: 'customer_details.customer_phone_missing' } },
  });
  await expect(cashfree.PGCreateOrder({ ...orderOf('order_4'), order_amount: 10.005 })).rejects.toMatchObject(
    { response: { status: 400, data: { code: 'order_amount_invalid' } } },
  );
  await expect(cashfreeAt(fixture, 'wrong').PGFetchOrder('order_4')).rejects.toMatchObject({
    response: { status: 401, data: { type: 'authentication_error' } },
  });
  await expect(cashfree.PGFetchOrder('order_4')).rejects.toMatchObject({
    response: { status: 404, data: { code: 'order_not_found' } },
  });
});

it('refuses payments of expired and terminated orders', async () => {
  await using receiver = await startWebhookReceiver();
  let skewMs = 0;
  await using fixture = await startSandboxFixture(receiver.url, { now: () => new Date(Date.now() + skewMs) });
  const cashfree = cashfreeAt(fixture);
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const { data: order } = await cashfree.PGCreateOrder(orderOf('order_5', { order_expiry_time: inAnHour }));
  const { data: other } = await cashfree.PGCreateOrder(orderOf('order_6'));
  await cashfree.PGTerminateOrder('order_6', { order_status: 'TERMINATED' });

  skewMs = 3_601_000;

  expect((await cashfree.PGFetchOrder('order_5')).data.order_status).toBe('EXPIRED');
  for (const { payment_session_id } of [order, other]) {
    const late = await control(fixture, 'POST', '/cashfree/pay', {
      paymentSessionId: payment_session_id,
      outcome: 'success',
    });
    expect(late).toMatchObject({ status: 400, body: { code: 'order_not_active' } });
  }
});

it('creates a pending refund, completes it with a webhook, and never refunds more than was paid', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url);
  const cashfree = cashfreeAt(fixture);
  const { data: order } = await cashfree.PGCreateOrder(orderOf('order_7'));
  await expect(
    cashfree.PGOrderCreateRefund('order_7', { refund_amount: 10, refund_id: 'refund_1' }),
  ).rejects.toMatchObject({ response: { status: 400 } });
  await control(fixture, 'POST', '/cashfree/pay', {
    paymentSessionId: order.payment_session_id,
    outcome: 'success',
    webhook: 'skip',
  });

  const { data: refund } = await cashfree.PGOrderCreateRefund('order_7', {
    refund_amount: 400,
    refund_id: 'refund_1',
  });

  expect(refund).toMatchObject({ refund_status: 'PENDING', refund_amount: 400 });
  expect((await cashfree.PGOrderFetchRefund('order_7', 'refund_1')).data.refund_status).toBe('SUCCESS');
  await expect(
    cashfree.PGOrderCreateRefund('order_7', { refund_amount: 99.51, refund_id: 'refund_2' }),
  ).rejects.toMatchObject({ response: { status: 400 } });
  await expect(
    cashfree.PGOrderCreateRefund('order_7', { refund_amount: 10, refund_id: 'refund_1' }),
  ).rejects.toMatchObject({ response: { status: 409 } });
  await waitFor(() => expect(receiver.types()).toEqual(['REFUND_STATUS_WEBHOOK']));
  expect(JSON.parse(receiver.received[0]?.raw ?? '').data.refund).toMatchObject({
    refund_id: 'refund_1',
    refund_status: 'SUCCESS',
    refund_amount: 400,
    order_id: 'order_7',
  });
  expect(await paymentsOf(fixture)).toMatchObject([
    { provider: 'cashfree', orderId: 'order_7', amountMinor: 49950, currency: 'INR', refundedMinor: 40000 },
  ]);
});

it('hosted checkout shows the amount, accepts a payment without scripts and returns to the shop', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url);
  const cashfree = cashfreeAt(fixture);
  const { data: order } = await cashfree.PGCreateOrder(orderOf('order_8'));
  const page = `${fixture.url}/sandbox/cashfree/checkout`;
  const session = String(order.payment_session_id);

  const shown = await (await fetch(`${page}?session=${session}`)).text();
  const submit = () =>
    fetch(page, { method: 'POST', body: new URLSearchParams({ session, outcome: 'success' }) });
  const done = await submit();
  const again = await submit();

  expect(shown).toContain('This is a sandbox.');
  expect(shown).toContain('₹499.50');
  expect(shown).not.toMatch(/<script|style=|<style/);
  expect(await done.text()).toContain(
    'content="0;url=http://localhost:8080/payment-success?order_id=order_8"',
  );
  expect(again.status).toBe(409);
  expect((await cashfree.PGOrderFetchPayments('order_8')).data).toHaveLength(1);
  expect((await fetch(`${page}?session=unknown`)).status).toBe(404);
});
