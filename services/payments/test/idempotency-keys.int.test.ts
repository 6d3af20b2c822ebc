/** Calls to Cashfree that make something carry `x-idempotency-key`: one key for each attempt (PAY-34). */
import { expect, it } from 'vitest';
import { backAt, buy, refund, refusalOf, start } from './buying.ts';
import { openWorld } from './world.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/;

it('an order whose answer is lost on the way is asked for again under the same key, and made once', async () => {
  await using world = await openWorld();
  world.street.cut(1);

  const order = await start(world, 'cashfree');

  const [first, second, ...more] = world.street.keys;
  expect(more).toEqual([]);
  expect(first).toEqual({ call: 'POST /pg/orders', key: expect.stringMatching(uuid) });
  expect(second).toEqual(first);
  expect(await world.ledger()).toMatchObject([{ orderId: order.orderId, idempotencyKey: first?.key }]);
});

it('a refund whose answer is lost on the way is asked for again under the same key, and given once', async () => {
  await using world = await openWorld();
  const { orderId } = await buy(world, 'cashfree');
  world.street.keys.length = 0;
  world.street.cut(1);

  await refund(world, orderId, { amountMinor: 9_900 });

  const [first, second, ...more] = world.street.keys;
  expect(more).toEqual([]);
  expect(first).toEqual({ call: `POST /pg/orders/${orderId}/refunds`, key: expect.stringMatching(uuid) });
  expect(second).toEqual(first);
  expect(await backAt(world)).toEqual([[9_900, 1]]);
  expect((await world.ledger())[0]?.refunds[0]?.idempotencyKey).toBe(first?.key);
});

it('a fault that Cashfree keeps under its key blocks neither the next try to pay nor the next refund', async () => {
  await using world = await openWorld();
  const body = { items: [{ media: 'm1' }], country: 'IN' };
  await world.knob({ target: 'cashfree.orders.create', status: 500 });
  const failed = await refusalOf(world.api.createPayment({ body }));
  await world.calm();

  const order = await start(world, 'cashfree', {}, world.buyer);
  await order.pay();
  await order.confirm();
  await world.knob({ target: 'cashfree.refunds.create', status: 500 });
  await refund(world, order.orderId);
  await world.calm();
  for (let turn = 0; turn < 2; turn += 1) {
    world.service.clock.advance(60_000);
    await world.service.runJob('follow-refunds');
  }

  expect(failed?.code).toBe('provider-failed');
  expect(await world.ledger()).toMatchObject([{ orderId: order.orderId, isPaid: true }]);
  expect(await backAt(world)).toEqual([[49_900, 1]]);
  expect((await order.order()).status).toBe('refunded');
});
