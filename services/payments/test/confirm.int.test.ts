/** verifyCashfree and confirmStripe. */
import { liveTypes } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootPayments } from './boot-payments.ts';
import { problemOf, start } from './orders-fixture.ts';

const succeeded = 'payments.payment-succeeded.v1';
const failed = 'payments.payment-failed.v1';

describe('verifyCashfree', () => {
  it('leaves an unpaid order unpaid and marks a paid one as paid, idempotently (PAY-08)', async () => {
    await using fixture = await bootPayments();
    const order = await start(fixture, 'cashfree');
    const verify = () => order.api.verifyCashfree({ body: { orderId: order.orderId } });

    const before = [await verify(), await verify()];
    await order.pay();
    const after = [await verify(), await verify(), await verify()];

    const answers = [...before, ...after].map(({ status, paid }) => [status, paid]);
    expect(answers).toEqual([
      ['pending', false],
      ['pending', false],
      ['paid', true],
      ['paid', true],
      ['paid', true],
    ]);
    expect(await fixture.announced(succeeded)).toHaveLength(1);
  });

  it('notifies open back offices and the buyer once that an order is paid, and no other client (P84)', async () => {
    await using fixture = await bootPayments();
    const order = await start(fixture, 'cashfree');
    const placed = await fixture.service.liveMessages();
    await order.pay();
    await order.confirm();
    await order.confirm();

    const message = { type: liveTypes.orderUpdated, id: order.orderId };
    expect((await fixture.service.liveMessages()).slice(placed.length)).toEqual([
      { message, audience: { to: 'admins' } },
      { message, audience: { to: 'user', userId: order.user.userId } },
    ]);
  });

  it('publishes a payment the buyer cancelled; the order stays unpaid and can be paid (PAY-24)', async () => {
    await using fixture = await bootPayments();
    const order = await start(fixture, 'cashfree');
    await fixture.pay.cashfree(order.secret, 'cancelled');

    const left = await order.confirm();
    await order.pay();
    const back = await order.confirm();

    expect(left).toMatchObject({ status: 'failed', paid: false, granted: [] });
    expect(await fixture.announced(failed)).toMatchObject([
      { data: { orderId: order.orderId, userId: order.user.userId, reason: 'cancelled' } },
    ]);
    expect(back).toMatchObject({ status: 'paid', paid: true });
  });
});

describe('confirmStripe', () => {
  it.each(['page', 'webhook'] as const)(
    'publishes a payment that was cancelled at Stripe once; a new order can be paid (PAY-24, %s)',
    async (by) => {
      await using fixture = await bootPayments();
      const order = await start(fixture, 'stripe');
      await fixture.pay.stripe(order.secret, 'canceled', by === 'webhook' ? 'send' : 'skip');
      if (by === 'page') await problemOf(order.confirm());
      await expect.poll(async () => (await fixture.announced(failed)).length).toBe(1);

      const next = await start(fixture, 'stripe', {}, order.user);
      await next.pay();
      await next.confirm();

      expect(await fixture.announced(failed)).toMatchObject([{ data: { orderId: order.orderId } }]);
      expect(await order.state()).toBe('expired');
      expect(await next.state()).toBe('paid');
    },
  );

  it.each([
    ['untouched', null, 'requires_payment_method'],
    ['declined', 'failed', 'requires_payment_method'],
    ['cancelled', 'canceled', 'canceled'],
  ] as const)(
    'of a payment that is %s confirms nothing and returns its status (PAY-10)',
    async (_what, outcome, status) => {
      await using fixture = await bootPayments();
      const order = await start(fixture, 'stripe');
      if (outcome) await fixture.pay.stripe(order.secret, outcome);

      await expect(order.confirm()).rejects.toMatchObject({
        status: 409,
        code: 'payment-not-complete',
        message: `Payment status: ${status}`,
      });
      expect((await order.order()).status).not.toBe('paid');
      expect(await fixture.announced(succeeded)).toEqual([]);
    },
  );
});
