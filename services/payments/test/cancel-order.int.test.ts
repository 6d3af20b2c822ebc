import { randomUUID } from 'node:crypto';
import { testUser } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import { rails, refusalOf, start } from './buying.ts';
import { post, signedFact } from './webhooks.ts';
import { media, openWorld, type World } from './world.ts';

type Started = Awaited<ReturnType<typeof start>>;
const at = ({ orderId }: { orderId: string }) => ({ params: { orderId } });
const resume = (order: Started) => order.api.resumeOrder(at(order));
const cancel = (order: Started) => order.api.cancelOrder(at(order));
const succeeded = 'payments.payment-succeeded.v1';
const target = { stripe: 'stripe.payment_intents', cashfree: 'cashfree.orders' } as const;

/** What nobody may lose: every payment taken is granted, on its way back, or reported to a person. */
const accounts = async (world: World) => {
  const paid = (await world.ledger()).filter(({ isPaid }) => isPaid).length;
  const granted = (await world.announced(succeeded)).length;
  const held = await world.orders.countDocuments({ heldBack: { $exists: true } });
  return { paid, granted, held };
};

describe('Cancel', () => {
  it.each(rails)('%s: closes the payment at the provider, so that no money can follow', async (rail) => {
    await using world = await openWorld();
    const order = await start(world, rail);
    const before = await order.order();

    const ended = await cancel(order);
    const again = await cancel(order);
    const paying = await order.pay().then(
      () => 'paid',
      () => 'refused',
    );

    expect(before).toMatchObject({ cancelledAt: null, payUntil: expect.any(String) });
    expect(ended).toMatchObject({ status: 'expired', payUntil: null, cancelledAt: expect.any(String) });
    expect(again).toEqual(ended);
    expect(paying).toBe('refused');
    expect((await world.ledger()).map(({ status }) => status)).toEqual([
      rail === 'stripe' ? 'canceled' : 'TERMINATED',
    ]);
    expect(await refusalOf(resume(order))).toMatchObject({
      code: 'too-late',
      detail: 'This order was cancelled. Please order again.',
    });
  });

  it('leaves room for a new order for the same item, under a new key and not under the old one', async () => {
    await using world = await openWorld();
    const body = { items: [{ media: 'm1' }], country: 'US' };
    const headers = { 'idempotency-key': randomUUID() };
    const first = await world.api.createPayment({ body }, { headers });
    await world.api.cancelOrder(at(first));

    const again = await refusalOf(world.api.createPayment({ body }, { headers }));
    const second = await world.api.createPayment({ body });

    expect(again?.code).toBe('too-late');
    expect(second.orderId).not.toBe(first.orderId);
  });

  it.each(rails)('%s: of a payment that came through settles it as paid and says so', async (rail) => {
    await using world = await openWorld();
    const order = await start(world, rail);
    await order.pay();

    const refused = await refusalOf(cancel(order));

    expect(refused).toMatchObject({ code: 'too-late', data: { status: 'paid' } });
    expect(await order.order()).toMatchObject({ status: 'paid', cancelledAt: null });
    expect(await accounts(world)).toEqual({ paid: 1, granted: 1, held: 0 });
  });

  it.each(rails)('%s: while the provider is away changes nothing, and works afterwards', async (rail) => {
    await using world = await openWorld();
    const order = await start(world, rail);
    await world.knob({ target: target[rail], status: 503 });

    const refused = await refusalOf(cancel(order));
    const between = await order.state();
    await world.calm();

    expect(refused).toMatchObject({
      code: 'provider-failed',
      detail: 'The order could not be cancelled. Please try again.',
    });
    expect(between).toBe('pending');
    expect(await cancel(order)).toMatchObject({ status: 'expired' });
  });

  it.each(rails)(
    '%s: whose answer is lost after the provider closed it is made good by a repeat',
    async (rail) => {
      await using world = await openWorld();
      const order = await start(world, rail);
      const call = rail === 'stripe' ? 'stripe.payment_intents.cancel' : 'cashfree.orders.terminate';
      await world.knob({ target: call, status: 500, after: true });

      await refusalOf(cancel(order));
      await world.calm();

      expect(await cancel(order)).toMatchObject({ status: 'expired' });
    },
  );

  it('of an order the provider never answered for needs no provider', async () => {
    await using world = await openWorld();
    const user = testUser();
    await world.knob({ target: 'stripe.*', status: 500 });
    await refusalOf(world.as(user).createPayment({ body: { items: [{ media: 'm1' }], country: 'US' } }));
    const [waiting] = await world.as(user).listMyOrders();

    const ended = await world.as(user).cancelOrder(at({ orderId: waiting?.orderId ?? '' }));

    expect(ended).toMatchObject({ status: 'expired', cancelledAt: expect.any(String) });
  });

  it.each(rails)(
    '%s: while the start is under way ends with a closed payment and no secret',
    async (rail) => {
      await using world = await openWorld();
      const user = testUser();
      const create = rail === 'stripe' ? 'stripe.payment_intents.create' : 'cashfree.orders.create';
      await world.knob({ target: create, hang: 1_500, after: true, times: 1 });
      const body = { items: [{ media: 'm1' }], country: rail === 'stripe' ? 'US' : 'IN' };

      const starting = refusalOf(world.as(user).createPayment({ body }));
      await expect.poll(() => world.as(user).listMyOrders()).toHaveLength(1);
      const [waiting] = await world.as(user).listMyOrders();
      await world.as(user).cancelOrder(at({ orderId: waiting?.orderId ?? '' }));

      expect(await starting).toMatchObject({ code: 'too-late' });
      expect((await world.ledger()).map(({ status }) => status)).toEqual([
        rail === 'stripe' ? 'canceled' : 'TERMINATED',
      ]);
    },
  );

  it.each(rails)('%s: money that arrives after it is late money', async (rail) => {
    await using world = await openWorld();
    const [kept, gone] = [await start(world, rail), await start(world, rail)];
    await cancel(kept);
    await cancel(gone);

    await post(world, signedFact(rail, 'success', kept));
    await world.service.deliver(media({ version: 2, priceINR: 899, priceUSD: 9.99 }));
    await post(world, signedFact(rail, 'success', gone));

    expect(await kept.order()).toMatchObject({ status: 'paid', refund: 'none', cancelledAt: null });
    expect(await gone.order()).toMatchObject({ status: 'paid', refund: 'under-way' });
    expect(await world.announced(succeeded)).toHaveLength(1);
  });

  it.each(rails)(
    '%s: at the same moment as the payment and its webhook loses nothing and doubles nothing',
    async (rail) => {
      await using world = await openWorld();
      const orders = await Promise.all(Array.from({ length: 24 }, () => start(world, rail)));

      const ends = await Promise.all(
        orders.map(async (order, nth) => {
          const pay = order.pay().then(
            () => true,
            () => false,
          );
          if (nth % 3 === 0) await pay;
          const [isPaid, refused, , status] = await Promise.all([
            pay,
            refusalOf(cancel(order)),
            refusalOf(resume(order)),
            pay.then((paid) => (paid ? post(world, signedFact(rail, 'success', order)) : 0)),
          ]);
          return { isPaid, isCancelled: refused === null, status, order: await order.order() };
        }),
      );

      for (const { isPaid, isCancelled, order } of ends) {
        expect(order.status).toBe(isPaid ? 'paid' : 'expired');
        if (!isPaid) expect(isCancelled).toBe(true);
      }
      expect(ends.filter(({ isPaid }) => isPaid).length).toBeGreaterThan(0);
      const { paid, granted, held } = await accounts(world);
      expect(granted + held).toBe(paid);
      expect(paid).toBe(ends.filter(({ isPaid }) => isPaid).length);
    },
  );
});
