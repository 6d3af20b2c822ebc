/** What pages are told when they ask how a payment stands. */
import { describe, expect, it } from 'vitest';
import { refusalOf, start } from './buying.ts';
import { openWorld } from './world.ts';

const succeeded = 'payments.payment-succeeded.v1';
const failed = 'payments.payment-failed.v1';

describe('asking Cashfree', () => {
  it('leaves an unpaid order unpaid and marks a paid one as paid, however often it is asked (PAY-08)', async () => {
    await using world = await openWorld();
    const order = await start(world, 'cashfree');
    const ask = () => order.api.verifyCashfree({ body: { orderId: order.orderId } });

    const before = [await ask(), await ask()];
    await order.pay();
    const after = [await ask(), await ask(), await ask()];

    const answers = [...before, ...after].map(({ status, paid }) => [status, paid]);
    expect(answers).toEqual([
      ['pending', false],
      ['pending', false],
      ['paid', true],
      ['paid', true],
      ['paid', true],
    ]);
    expect(await world.announced(succeeded)).toHaveLength(1);
  });

  it('after the buyer left tells of a cancelled payment; the order stays unpaid and can be paid (PAY-24)', async () => {
    await using world = await openWorld();
    const order = await start(world, 'cashfree');
    await world.pay.cashfree(order.secret, 'cancelled');

    const left = await order.confirm();
    await order.pay();
    const back = await order.confirm();

    expect(left).toMatchObject({ status: 'failed', paid: false, granted: [] });
    expect(await world.announced(failed)).toMatchObject([
      { data: { orderId: order.orderId, userId: order.user.userId, reason: 'cancelled' } },
    ]);
    expect(back).toMatchObject({ status: 'paid', paid: true });
  });
});

describe('asking Stripe', () => {
  it.each(['page', 'webhook'] as const)(
    'about a payment that was cancelled there tells of it once; Buy then makes one that can be paid (PAY-24, %s)',
    async (by) => {
      await using world = await openWorld();
      const order = await start(world, 'stripe');
      await world.pay.stripe(order.secret, 'canceled', by === 'webhook' ? 'send' : 'skip');
      if (by === 'page') await refusalOf(order.confirm());
      await expect.poll(async () => (await world.announced(failed)).length).toBe(1);

      const next = await start(world, 'stripe', {}, order.user);
      await next.pay();
      await next.confirm();

      expect(await world.announced(failed)).toMatchObject([{ data: { orderId: order.orderId } }]);
      expect(await order.state()).toBe('expired');
      expect(await next.state()).toBe('paid');
    },
  );

  it.each([
    ['untouched', null, 'requires_payment_method'],
    ['declined', 'failed', 'requires_payment_method'],
    ['cancelled', 'canceled', 'canceled'],
  ] as const)(
    'about a payment that is %s confirms nothing and names its status (PAY-10)',
    async (_what, outcome, status) => {
      await using world = await openWorld();
      const order = await start(world, 'stripe');
      if (outcome) await world.pay.stripe(order.secret, outcome);

      await expect(order.confirm()).rejects.toMatchObject({
        status: 409,
        code: 'payment-not-complete',
        message: `Payment status: ${status}`,
      });
      expect((await order.order()).status).not.toBe('paid');
      expect(await world.announced(succeeded)).toEqual([]);
    },
  );
});
