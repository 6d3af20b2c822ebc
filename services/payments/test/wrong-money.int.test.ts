/** Money of another amount, another order, another merchant, or once too often. */
import { liveTypes } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { rails, start } from './buying.ts';
import { post, signCashfree, signedFact } from './webhooks.ts';
import { media, openedBy, openWorld } from './world.ts';

const succeeded = 'payments.payment-succeeded.v1';
const mismatched = 'payments.payment-mismatched.v1';

describe('money that is not right', () => {
  it.each([
    ['stripe', { amountMinor: 598 }],
    ['stripe', { currency: 'inr' }],
    ['cashfree', { amountMinor: 49_899 }],
    ['cashfree', { currency: 'USD' }],
  ] as const)('a %s payment of %o grants nothing and calls a person', async (provider, wrongAmount) => {
    await using world = await openWorld();
    const order = await start(world, provider);
    await world.knob({ target: `${provider}.*`, wrongAmount });

    if (provider === 'stripe') await world.pay.stripe(order.secret, 'succeeded', 'send');
    else await world.pay.cashfree(order.secret, 'success', 'send');

    await expect.poll(order.state).toBe('mismatch');
    expect(await order.confirm()).toMatchObject({ status: 'mismatch', paid: false, granted: [] });
    expect(await world.announced(succeeded)).toEqual([]);
    expect(await world.announced(mismatched)).toMatchObject([
      { data: { orderId: order.orderId, expected: { minor: order.minor } } },
    ]);
    expect(await world.service.said()).toEqual([
      { message: { type: liveTypes.orderMismatched, id: order.orderId }, audience: { to: 'admins' } },
    ]);
  });

  it.each([
    ['stripe', 'webhook'],
    ['stripe', 'page'],
    ['cashfree', 'page'],
  ] as const)('%s money that its %s says is for another order grants nothing (P7)', async (provider, by) => {
    await using world = await openWorld();
    const order = await start(world, provider);
    const other = await start(world, provider);
    await world.knob({ target: `${provider}.*`, otherOrder: other.orderId });

    const mode = by === 'webhook' ? 'send' : 'skip';
    if (provider === 'stripe') await world.pay.stripe(order.secret, 'succeeded', mode);
    else await world.pay.cashfree(order.secret, 'success', mode);
    if (by === 'page') await order.confirm();
    else
      await expect
        .poll(
          async () =>
            (await world.ledger()).flatMap(({ webhooks }) => webhooks.flatMap(({ attempts }) => attempts))
              .length,
        )
        .toBeGreaterThan(0);

    expect(await world.announced(succeeded)).toEqual([]);
    expect([await order.state(), await other.state()]).not.toContain('paid');
  });

  it.each(rails)(
    'a %s webhook of another merchant is refused, and changes nothing (P7)',
    async (provider) => {
      await using world = await openWorld();
      const order = await start(world, provider);
      await world.knob({ target: `${provider}.*`, otherMerchant: true });

      if (provider === 'stripe') await world.pay.stripe(order.secret, 'succeeded', 'send');
      else await world.pay.cashfree(order.secret, 'success', 'send');
      const answers = async () =>
        (await world.ledger()).flatMap(({ webhooks }) => webhooks.flatMap(({ attempts }) => attempts));

      await expect.poll(async () => (await answers())[0]?.status).toBe(401);
      expect(await order.state()).toBe('pending');
      expect(await world.announced(succeeded)).toEqual([]);
    },
  );

  it('money of a payment that was never started for this order grants nothing', async () => {
    await using world = await openWorld();
    const order = await start(world, 'stripe');

    const status = await post(world, signedFact('stripe', 'success', { ...order, reference: 'pi_other' }));

    expect(status).toBe(200);
    expect(await order.state()).toBe('mismatch');
    expect(await world.announced(succeeded)).toEqual([]);
  });

  it('one payment pays for one order', async () => {
    await using world = await openWorld();
    const first = await start(world, 'cashfree');
    const second = await start(world, 'cashfree');
    const body = JSON.parse(signedFact('cashfree', 'success', second).raw);
    body.data.payment.cf_payment_id = `SUCCESS-${first.orderId}`;
    await post(world, signedFact('cashfree', 'success', first));

    await post(world, signCashfree(body));

    expect(await first.state()).toBe('paid');
    expect(await second.state()).toBe('mismatch');
    expect(await world.announced(succeeded)).toHaveLength(1);
  });

  it('a buyer who paid one order in two windows is granted once, and a person is called once', async () => {
    await using world = await openWorld();
    const order = await start(world, 'cashfree');
    const second = JSON.parse(signedFact('cashfree', 'success', order).raw);
    second.data.payment.cf_payment_id = 'another-payment';

    for (const _time of [1, 2]) {
      await post(world, signedFact('cashfree', 'success', order));
      await post(world, signCashfree(second));
    }

    expect(await order.state()).toBe('paid');
    expect(await world.announced(succeeded)).toHaveLength(1);
    expect(await world.announced(mismatched)).toHaveLength(1);
    expect(await world.service.said()).toMatchObject([{ audience: { to: 'admins' } }]);
  });

  it('a reader who pays two orders for one book is granted it, and a person is called to give money back', async () => {
    await using world = await openWorld();
    const order = await start(world, 'cashfree');
    await world.service.deliver(media({ mediaId: 'm2' }));
    const body = { items: [{ media: 'm1' }, { media: 'm2' }], country: 'IN' };
    const twin = openedBy(
      await order.api.createPayment({ body }, { headers: { 'idempotency-key': 'later' } }),
    );

    for (const one of [order, { ...twin, user: order.user }, order])
      await post(world, signedFact('cashfree', 'success', one));

    expect(await world.announced(succeeded)).toHaveLength(2);
    expect(await world.announced(mismatched)).toMatchObject([{ data: { orderId: twin.orderId } }]);
    expect(await world.service.said()).toMatchObject([{ audience: { to: 'admins' } }]);
  });

  it('a mismatched order is paid once the provider says the right amount', async () => {
    await using world = await openWorld();
    const order = await start(world, 'cashfree');
    await world.knob({ target: 'cashfree.*', wrongAmount: true });
    await world.pay.cashfree(order.secret);
    await order.confirm();
    expect(await order.state()).toBe('mismatch');

    await world.calm();
    await post(world, signedFact('cashfree', 'success', order));

    expect(await order.state()).toBe('paid');
  });
});
