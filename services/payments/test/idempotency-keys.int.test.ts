/** Cashfree calls that create something have an `x-idempotency-key`: one key for each attempt (PAY-34). */
import { expect, it } from 'vitest';
import { bootPayments } from './boot-payments.ts';
import { buy, problemOf, refund, refundsAtProvider, start } from './orders-fixture.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/;

it('an order whose response is lost is retried with the same key, and created once', async () => {
  await using fixture = await bootPayments();
  fixture.providerProxy.cut(1);

  const order = await start(fixture, 'cashfree');

  const [first, second, ...more] = fixture.providerProxy.keys;
  expect(more).toEqual([]);
  expect(first).toEqual({ call: 'POST /pg/orders', key: expect.stringMatching(uuid) });
  expect(second).toEqual(first);
  expect(await fixture.ledger()).toMatchObject([{ orderId: order.orderId, idempotencyKey: first?.key }]);
});

it('a refund whose response is lost is retried with the same key, and created once', async () => {
  await using fixture = await bootPayments();
  const { orderId } = await buy(fixture, 'cashfree');
  fixture.providerProxy.keys.length = 0;
  fixture.providerProxy.cut(1);

  await refund(fixture, orderId, { amountMinor: 9_900 });

  const [first, second, ...more] = fixture.providerProxy.keys;
  expect(more).toEqual([]);
  expect(first).toEqual({ call: `POST /pg/orders/${orderId}/refunds`, key: expect.stringMatching(uuid) });
  expect(second).toEqual(first);
  expect(await refundsAtProvider(fixture)).toEqual([[9_900, 1]]);
  expect((await fixture.ledger())[0]?.refunds[0]?.idempotencyKey).toBe(first?.key);
});

it('an error that Cashfree stores for a key does not block the next payment attempt or refund', async () => {
  await using fixture = await bootPayments();
  const body = { items: [{ media: 'm1' }], country: 'IN' };
  await fixture.knob({ target: 'cashfree.orders.create', status: 500 });
  const failed = await problemOf(fixture.api.createPayment({ body }));
  await fixture.clearKnobs();

  const order = await start(fixture, 'cashfree', {}, fixture.buyer);
  await order.pay();
  await order.confirm();
  await fixture.knob({ target: 'cashfree.refunds.create', status: 500 });
  await refund(fixture, order.orderId);
  await fixture.clearKnobs();
  for (let turn = 0; turn < 2; turn += 1) {
    fixture.service.clock.advance(60_000);
    await fixture.service.runJob('follow-refunds');
  }

  expect(failed?.code).toBe('provider-failed');
  expect(await fixture.ledger()).toMatchObject([{ orderId: order.orderId, isPaid: true }]);
  expect(await refundsAtProvider(fixture)).toEqual([[49_900, 1]]);
  expect((await order.order()).status).toBe('refunded');
});
