import { expect, it } from 'vitest';
import {
  card,
  cashfreeAt,
  control,
  eventually,
  openShop,
  orderOf,
  payByCard,
  paymentsOf,
  startWorld,
  stripeAt,
  turnKnob,
} from './world.ts';

it('an ordered error is answered so often, and the SDK that tries again makes one intent', async () => {
  await using shop = await openShop();
  await using world = await startWorld(shop.url);
  await turnKnob(world, { target: 'stripe.payment_intents.create', status: 500, times: 1 });

  await stripeAt(world, 'sk_test_x', 2).paymentIntents.create(card);

  expect(await paymentsOf(world)).toHaveLength(1);
});

it('work can be done and its answer lost: the same key finds what was made', async () => {
  await using shop = await openShop();
  await using world = await startWorld(shop.url);
  const cashfree = cashfreeAt(world);
  await turnKnob(world, { target: 'cashfree.orders.create', status: 502, after: true, times: 1 });
  await expect(cashfree.PGCreateOrder(orderOf('order_1'), undefined, 'key')).rejects.toMatchObject({
    response: { status: 502 },
  });

  const { data } = await cashfree.PGCreateOrder(orderOf('order_1'), undefined, 'key');

  expect(data.order_id).toBe('order_1');
  expect(await paymentsOf(world)).toHaveLength(1);
});

it('a hanging call outlasts the patience of the caller', async () => {
  await using shop = await openShop();
  await using world = await startWorld(shop.url);
  const cashfree = cashfreeAt(world);
  await cashfree.PGCreateOrder(orderOf('order_1'));
  await turnKnob(world, { target: 'cashfree.orders.get', hang: 60_000, times: 1 });

  await expect(cashfree.PGFetchOrder('order_1', undefined, undefined, { timeout: 50 })).rejects.toMatchObject(
    { code: 'ECONNABORTED' },
  );
  expect((await cashfree.PGFetchOrder('order_1')).status).toBe(200);
});

it('a provider can report a wrong amount or currency in answers and webhooks', async () => {
  await using shop = await openShop();
  await using world = await startWorld(shop.url);
  const cashfree = cashfreeAt(world);
  const { data: order } = await cashfree.PGCreateOrder(orderOf('order_1'));
  await turnKnob(world, { target: 'cashfree.orders.get', wrongAmount: true, times: 1 });
  await turnKnob(world, { target: 'cashfree.webhooks', wrongAmount: { currency: 'USD' } });

  const reported = [await cashfree.PGFetchOrder('order_1'), await cashfree.PGFetchOrder('order_1')];
  await control(world, 'POST', '/cashfree/pay', {
    paymentSessionId: order.payment_session_id,
    outcome: 'success',
  });

  expect(reported.map(({ data }) => data.order_amount)).toEqual([499.49, 499.5]);
  await eventually(() => expect(shop.heard).toHaveLength(1));
  expect(JSON.parse(shop.heard[0]?.raw ?? '').data.payment).toMatchObject({
    payment_amount: 499.5,
    payment_currency: 'USD',
  });
});

it('a buyer can really pay a wrong amount, and the books show what was taken', async () => {
  await using shop = await openShop();
  await using world = await startWorld(shop.url);
  await turnKnob(world, { target: 'stripe.pay', wrongAmount: 998 });

  const id = await payByCard(world);

  expect(await paymentsOf(world)).toMatchObject([{ amountMinor: 998, isPaid: true }]);
  expect((await stripeAt(world).paymentIntents.retrieve(id)).amount_received).toBe(998);
});

it('knobs are listed, cleared and refused when misspelt', async () => {
  await using shop = await openShop();
  await using world = await startWorld(shop.url, { knobs: [{ target: 'stripe.*', status: 503 }] });
  const misspelt = await turnKnob(world, { target: 'stripe.*', stauts: 500 });

  const listed = await control(world, 'GET', '/knobs');
  const cleared = await control(world, 'DELETE', '/knobs');

  expect(misspelt).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
  expect(listed.body).toEqual([{ target: 'stripe.*', status: 503 }]);
  expect(cleared).toEqual({ status: 200, body: { cleared: 1 } });
  await stripeAt(world).paymentIntents.create(card);
});
