import Stripe from 'stripe';
import { expect, it } from 'vitest';
import {
  control,
  paymentsOf,
  startSandboxFixture,
  startWebhookReceiver,
  stripeAt,
  stripeWebhookSecret,
  waitFor,
} from './fixture.ts';

const card = { amount: 999, currency: 'usd', metadata: { orderId: 'o1' } };

it('creates and pays an intent and sends a webhook with a signature the SDK accepts (PAY-47)', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url);
  const stripe = stripeAt(fixture);
  const intent = await stripe.paymentIntents.create(card);

  const paid = await control(fixture, 'POST', '/stripe/pay', {
    clientSecret: intent.client_secret,
    outcome: 'succeeded',
  });

  expect(paid).toMatchObject({ status: 200, body: { paymentIntentId: intent.id, status: 'succeeded' } });
  await waitFor(() => expect(receiver.received).toHaveLength(1));
  const [{ path, headers, raw }] = receiver.received as [(typeof receiver.received)[0]];
  const event = stripe.webhooks.constructEvent(raw, String(headers['stripe-signature']), stripeWebhookSecret);
  expect(path).toBe('/api/payments/webhooks/stripe');
  expect(event.type).toBe('payment_intent.succeeded');
  expect(event.data.object).toMatchObject({
    id: intent.id,
    amount_received: 999,
    currency: 'usd',
    metadata: { orderId: 'o1' },
  });
  expect(await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })).toMatchObject({
    status: 'succeeded',
    latest_charge: { object: 'charge', amount: 999, refunded: false },
  });
});

it('creates one intent for an idempotency key, and refuses other parameters', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url);
  const stripe = stripeAt(fixture);

  const intents = await Promise.all(
    Array.from({ length: 20 }, () => stripe.paymentIntents.create(card, { idempotencyKey: 'purchase-1' })),
  );

  expect(new Set(intents.map(({ id }) => id)).size).toBe(1);
  await expect(
    stripe.paymentIntents.create({ ...card, amount: 1000 }, { idempotencyKey: 'purchase-1' }),
  ).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  expect(await paymentsOf(fixture)).toHaveLength(1);
});

it('keeps the intent open after a declined card; the next card pays it', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url);
  const intent = await stripeAt(fixture).paymentIntents.create(card);
  const clientSecret = intent.client_secret;

  const declined = await control(fixture, 'POST', '/stripe/confirm', {
    clientSecret,
    card: '4000000000000002',
  });
  const paid = await control(fixture, 'POST', '/stripe/confirm', {
    clientSecret,
    card: '4242 4242 4242 4242',
  });

  expect(declined.body).toMatchObject({
    status: 'requires_payment_method',
    error: { code: 'card_declined', message: 'Your card was declined.' },
  });
  expect(paid.body).toMatchObject({ status: 'succeeded' });
  expect(paid.body).not.toHaveProperty('error');
  await waitFor(() =>
    expect(receiver.types().sort()).toEqual(['payment_intent.payment_failed', 'payment_intent.succeeded']),
  );
});

it('refuses to pay, fail or cancel a paid intent', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url);
  const stripe = stripeAt(fixture);
  const intent = await stripe.paymentIntents.create(card);
  const clientSecret = intent.client_secret;
  await control(fixture, 'POST', '/stripe/pay', { clientSecret, outcome: 'succeeded' });

  const again = await control(fixture, 'POST', '/stripe/pay', { clientSecret, outcome: 'failed' });

  expect(again).toMatchObject({ status: 400, body: { error: { code: 'payment_intent_unexpected_state' } } });
  await expect(stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  });
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
});

it('sends a webhook for a cancelled intent, which stays cancelled', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url);
  const stripe = stripeAt(fixture);
  const intent = await stripe.paymentIntents.create(card);

  await stripe.paymentIntents.cancel(intent.id);

  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('canceled');
  await waitFor(() => expect(receiver.types()).toEqual(['payment_intent.canceled']));
});

it('never refunds more than was paid, and sends webhooks with the charge', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url);
  const stripe = stripeAt(fixture);
  const intent = await stripe.paymentIntents.create(card);
  await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
    statusCode: 400,
  });
  await control(fixture, 'POST', '/stripe/pay', {
    clientSecret: intent.client_secret,
    outcome: 'succeeded',
    webhook: 'skip',
  });

  const part = await stripe.refunds.create({ payment_intent: intent.id, amount: 400 });

  expect(part).toMatchObject({ status: 'succeeded', amount: 400, payment_intent: intent.id });
  await expect(stripe.refunds.create({ payment_intent: intent.id, amount: 600 })).rejects.toThrow(/greater/);
  await stripe.refunds.create({ payment_intent: intent.id });
  await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  });
  expect((await stripe.refunds.list({ payment_intent: intent.id })).data).toHaveLength(2);
  await waitFor(() => expect(receiver.types()).toEqual(['charge.refunded', 'charge.refunded']));
  const charges = receiver.received.map(({ raw }) => JSON.parse(raw).data.object);
  expect(charges.map(({ amount_refunded }) => amount_refunded).sort()).toEqual([400, 999]);
});

it('refuses wrong keys, too small amounts, missing parameters and unknown intents as Stripe does', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url, { stripeKey: 'sk_test_ours' });
  const stripe = stripeAt(fixture, 'sk_test_ours');

  await expect(stripeAt(fixture, 'sk_test_x').paymentIntents.create(card)).rejects.toBeInstanceOf(
    Stripe.errors.StripeAuthenticationError,
  );
  await expect(stripe.paymentIntents.create({ ...card, amount: 49 })).rejects.toMatchObject({
    code: 'amount_too_small',
  });
  await expect(stripe.rawRequest('POST', '/v1/payment_intents', { currency: 'usd' })).rejects.toMatchObject({
    code: 'parameter_missing',
    param: 'amount',
  });
  await expect(stripe.paymentIntents.retrieve('pi_none')).rejects.toMatchObject({
    code: 'resource_missing',
    statusCode: 404,
  });
});

it('adds metadata to an existing intent', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url);
  const stripe = stripeAt(fixture);
  const { id } = await stripe.paymentIntents.create(card);

  await stripe.paymentIntents.update(id, { metadata: { buyer: 'b1', orderId: '' } });

  expect((await stripe.paymentIntents.retrieve(id)).metadata).toEqual({ buyer: 'b1' });
});
