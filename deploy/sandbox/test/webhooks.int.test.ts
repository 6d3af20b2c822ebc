import Stripe from 'stripe';
import { expect, it } from 'vitest';
import {
  cashfreeAt,
  control,
  eventually,
  openShop,
  orderOf,
  payByCard,
  paymentsOf,
  startWorld,
  stripeAt,
  stripeWebhookSecret,
  turnKnob,
  webhooksOf,
} from './world.ts';

const stripeIds = (heard: { raw: string }[]): Set<unknown> =>
  new Set(heard.map(({ raw }) => JSON.parse(raw).id));

it('a skipped webhook is never sent, and the ledger says so', async () => {
  await using shop = await openShop();
  await using world = await startWorld(shop.url);

  await payByCard(world, 'skip');
  await payByCard(world, 'send');

  await eventually(() => expect(shop.heard).toHaveLength(1));
  await eventually(async () =>
    expect((await webhooksOf(world)).map(({ state }) => state).sort()).toEqual(['delivered', 'skipped']),
  );
});

it('a duplicated webhook arrives twice with one event id', async () => {
  await using shop = await openShop();
  await using world = await startWorld(shop.url);

  await payByCard(world, 'duplicate');

  await eventually(() => expect(shop.heard).toHaveLength(2));
  expect(stripeIds(shop.heard).size).toBe(1);
});

it('a late webhook is still waiting when those of later payments have arrived', async () => {
  await using shop = await openShop();
  await using world = await startWorld(shop.url, { timeScale: 1 });

  await payByCard(world, 'late');
  const prompt = await payByCard(world);

  await eventually(async () =>
    expect((await webhooksOf(world)).map(({ state }) => state).sort()).toEqual(['delivered', 'waiting']),
  );
  expect(shop.heard.map(({ raw }) => JSON.parse(raw).data.object.id)).toEqual([prompt]);
});

it('a late webhook arrives in the end', async () => {
  await using shop = await openShop();
  await using world = await startWorld(shop.url);

  const late = await payByCard(world, 'late');

  await eventually(() => expect(shop.heard).toHaveLength(1));
  expect(shop.heard[0]?.raw).toContain(late);
});

it('a webhook answered with an error or a redirect is sent again, freshly signed, until it is taken', async () => {
  await using shop = await openShop();
  await using world = await startWorld(shop.url);
  const cashfree = cashfreeAt(world);
  shop.answers.push(500, 302, 404);
  const { data: order } = await cashfree.PGCreateOrder(orderOf('order_1'));

  await control(world, 'POST', '/cashfree/pay', {
    paymentSessionId: order.payment_session_id,
    outcome: 'success',
  });

  await eventually(() => expect(shop.heard).toHaveLength(4));
  expect(shop.heard.map(({ headers }) => headers['x-webhook-attempt'])).toEqual(['1', '2', '3', '4']);
  expect(new Set(shop.heard.map(({ headers }) => headers['x-idempotency-key'])).size).toBe(1);
  for (const { headers, raw } of shop.heard) {
    cashfree.PGVerifyWebhookSignature(
      String(headers['x-webhook-signature']),
      raw,
      String(headers['x-webhook-timestamp']),
    );
  }
  await eventually(async () => expect(await webhooksOf(world)).toMatchObject([{ state: 'delivered' }]));
});

it('Cashfree gives up after three more attempts', async () => {
  await using shop = await openShop();
  await using world = await startWorld(shop.url);
  shop.answers.push(500, 500, 500, 500);
  const { data: order } = await cashfreeAt(world).PGCreateOrder(orderOf('order_1'));

  await control(world, 'POST', '/cashfree/pay', {
    paymentSessionId: order.payment_session_id,
    outcome: 'success',
  });

  await eventually(async () => expect(await webhooksOf(world)).toMatchObject([{ state: 'given-up' }]));
  expect(shop.heard).toHaveLength(4);
});

it('dropped webhooks never arrive, as often as the knob says', async () => {
  await using shop = await openShop();
  await using world = await startWorld(shop.url);
  await turnKnob(world, { target: 'stripe.*', dropWebhooks: true, times: 1 });

  const lost = await payByCard(world);
  const heard = await payByCard(world);

  await eventually(() => expect(shop.heard).toHaveLength(1));
  expect(shop.heard[0]?.raw).toContain(heard);
  const rows = await paymentsOf(world);
  expect(rows.find(({ paymentIntentId }) => paymentIntentId === lost)?.webhooks).toMatchObject([
    { state: 'dropped', attempts: [] },
  ]);
});

it('a reordered webhook arrives after the next one of the same payment', async () => {
  await using shop = await openShop();
  await using world = await startWorld(shop.url, { timeScale: 1 });
  await turnKnob(world, { target: 'stripe.webhooks', reorderWebhooks: true, times: 1 });

  const id = await payByCard(world);
  await stripeAt(world).refunds.create({ payment_intent: id });

  await eventually(() => expect(shop.types()).toEqual(['charge.refunded', 'payment_intent.succeeded']));
});

it('extra copies and delays can be ordered for one kind of webhook', async () => {
  await using shop = await openShop();
  await using world = await startWorld(shop.url);
  await turnKnob(world, {
    target: 'stripe.webhooks.charge.refunded',
    duplicateWebhooks: 2,
    delayWebhooks: 20,
  });

  const id = await payByCard(world);
  await stripeAt(world).refunds.create({ payment_intent: id });

  await eventually(() => expect(shop.heard).toHaveLength(4));
  expect(shop.types().sort()).toEqual([
    'charge.refunded',
    'charge.refunded',
    'charge.refunded',
    'payment_intent.succeeded',
  ]);
});

it('a tampered webhook fails the SDK check', async () => {
  await using shop = await openShop();
  await using world = await startWorld(shop.url);
  await payByCard(world);
  await eventually(() => expect(shop.heard).toHaveLength(1));
  const raw = shop.heard[0]?.raw ?? '';
  const signature = String(shop.heard[0]?.headers['stripe-signature']);

  const check = (body: string) => Stripe.webhooks.constructEvent(body, signature, stripeWebhookSecret);

  expect(() => check(raw.replace('999', '1'))).toThrow(Stripe.errors.StripeSignatureVerificationError);
  expect(check(raw).type).toBe('payment_intent.succeeded');
});
