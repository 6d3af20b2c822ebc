import Stripe from 'stripe';
import { expect, it } from 'vitest';
import {
  cashfreeAt,
  control,
  orderOf,
  payByCard,
  paymentsOf,
  setKnob,
  startSandboxFixture,
  startWebhookReceiver,
  stripeAt,
  stripeWebhookSecret,
  waitFor,
  webhooksOf,
} from './fixture.ts';

const stripeIds = (received: { raw: string }[]): Set<unknown> =>
  new Set(received.map(({ raw }) => JSON.parse(raw).id));

it('never sends a skipped webhook, and lists it as skipped', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url);

  await payByCard(fixture, 'skip');
  await payByCard(fixture, 'send');

  await waitFor(() => expect(receiver.received).toHaveLength(1));
  await waitFor(async () =>
    expect((await webhooksOf(fixture)).map(({ state }) => state).sort()).toEqual(['delivered', 'skipped']),
  );
});

it('delivers a duplicated webhook twice with one event id', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url);

  await payByCard(fixture, 'duplicate');

  await waitFor(() => expect(receiver.received).toHaveLength(2));
  expect(stripeIds(receiver.received).size).toBe(1);
});

it('keeps a late webhook waiting while later payments are delivered', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url, { timeScale: 1 });

  await payByCard(fixture, 'late');
  const prompt = await payByCard(fixture);

  await waitFor(async () =>
    expect((await webhooksOf(fixture)).map(({ state }) => state).sort()).toEqual(['delivered', 'waiting']),
  );
  expect(receiver.received.map(({ raw }) => JSON.parse(raw).data.object.id)).toEqual([prompt]);
});

it('delivers a late webhook after its delay', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url);

  const late = await payByCard(fixture, 'late');

  await waitFor(() => expect(receiver.received).toHaveLength(1));
  expect(receiver.received[0]?.raw).toContain(late);
});

it('retries a webhook answered with an error or a redirect, with a new signature, until 2xx', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url);
  const cashfree = cashfreeAt(fixture);
  receiver.answers.push(500, 302, 404);
  const { data: order } = await cashfree.PGCreateOrder(orderOf('order_1'));

  await control(fixture, 'POST', '/cashfree/pay', {
    paymentSessionId: order.payment_session_id,
    outcome: 'success',
  });

  await waitFor(() => expect(receiver.received).toHaveLength(4));
  expect(receiver.received.map(({ headers }) => headers['x-webhook-attempt'])).toEqual(['1', '2', '3', '4']);
  expect(new Set(receiver.received.map(({ headers }) => headers['x-idempotency-key'])).size).toBe(1);
  for (const { headers, raw } of receiver.received) {
    cashfree.PGVerifyWebhookSignature(
      String(headers['x-webhook-signature']),
      raw,
      String(headers['x-webhook-timestamp']),
    );
  }
  await waitFor(async () => expect(await webhooksOf(fixture)).toMatchObject([{ state: 'delivered' }]));
});

it('stops Cashfree webhooks after three retries', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url);
  receiver.answers.push(500, 500, 500, 500);
  const { data: order } = await cashfreeAt(fixture).PGCreateOrder(orderOf('order_1'));

  await control(fixture, 'POST', '/cashfree/pay', {
    paymentSessionId: order.payment_session_id,
    outcome: 'success',
  });

  await waitFor(async () => expect(await webhooksOf(fixture)).toMatchObject([{ state: 'given-up' }]));
  expect(receiver.received).toHaveLength(4);
});

it('drops as many webhooks as the knob sets', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url);
  await setKnob(fixture, { target: 'stripe.*', dropWebhooks: true, times: 1 });

  const lost = await payByCard(fixture);
  const received = await payByCard(fixture);

  await waitFor(() => expect(receiver.received).toHaveLength(1));
  expect(receiver.received[0]?.raw).toContain(received);
  const rows = await paymentsOf(fixture);
  expect(rows.find(({ paymentIntentId }) => paymentIntentId === lost)?.webhooks).toMatchObject([
    { state: 'dropped', attempts: [] },
  ]);
});

it('delivers a reordered webhook after the next one of the same payment', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url, { timeScale: 1 });
  await setKnob(fixture, { target: 'stripe.webhooks', reorderWebhooks: true, times: 1 });

  const id = await payByCard(fixture);
  await stripeAt(fixture).refunds.create({ payment_intent: id });

  await waitFor(() => expect(receiver.types()).toEqual(['charge.refunded', 'payment_intent.succeeded']));
});

it('duplicates and delays webhooks of one type', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url);
  await setKnob(fixture, {
    target: 'stripe.webhooks.charge.refunded',
    duplicateWebhooks: 2,
    delayWebhooks: 20,
  });

  const id = await payByCard(fixture);
  await stripeAt(fixture).refunds.create({ payment_intent: id });

  await waitFor(() => expect(receiver.received).toHaveLength(4));
  expect(receiver.types().sort()).toEqual([
    'charge.refunded',
    'charge.refunded',
    'charge.refunded',
    'payment_intent.succeeded',
  ]);
});

it('sends webhooks that fail the SDK check when the body is changed', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url);
  await payByCard(fixture);
  await waitFor(() => expect(receiver.received).toHaveLength(1));
  const raw = receiver.received[0]?.raw ?? '';
  const signature = String(receiver.received[0]?.headers['stripe-signature']);

  const check = (body: string) => Stripe.webhooks.constructEvent(body, signature, stripeWebhookSecret);

  expect(() => check(raw.replace('999', '1'))).toThrow(Stripe.errors.StripeSignatureVerificationError);
  expect(check(raw).type).toBe('payment_intent.succeeded');
});
