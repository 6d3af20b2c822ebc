import { randomUUID } from 'node:crypto';
import { testUser } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import { bootPayments, media, type PaymentsFixture } from './boot-payments.ts';
import { problemOf, providers, start } from './orders-fixture.ts';
import { post, signedWebhook } from './webhooks.ts';

type Started = Awaited<ReturnType<typeof start>>;
const at = ({ orderId }: { orderId: string }) => ({ params: { orderId } });
const resume = (order: Started) => order.api.resumeOrder(at(order));
const cancel = (order: Started) => order.api.cancelOrder(at(order));
const succeeded = 'payments.payment-succeeded.v1';
const target = { stripe: 'stripe.payment_intents', cashfree: 'cashfree.orders' } as const;

/** Invariant: every payment is granted, being refunded, or reported to an admin. */
const accounts = async (fixture: PaymentsFixture) => {
  const paid = (await fixture.ledger()).filter(({ isPaid }) => isPaid).length;
  const granted = (await fixture.announced(succeeded)).length;
  const held = await fixture.orders.countDocuments({ heldBack: { $exists: true } });
  return { paid, granted, held };
};

describe('Cancel', () => {
  it.each(providers)(
    '%s: closes the payment at the provider, so that it cannot be paid',
    async (provider) => {
      await using fixture = await bootPayments();
      const order = await start(fixture, provider);
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
      expect((await fixture.ledger()).map(({ status }) => status)).toEqual([
        provider === 'stripe' ? 'canceled' : 'TERMINATED',
      ]);
      expect(await problemOf(resume(order))).toMatchObject({
        code: 'too-late',
        detail: 'This order was cancelled. Please order again.',
      });
    },
  );

  it('allows a new order for the same item with a new key, not with the old one', async () => {
    await using fixture = await bootPayments();
    const body = { items: [{ media: 'm1' }], country: 'US' };
    const headers = { 'idempotency-key': randomUUID() };
    const first = await fixture.api.createPayment({ body }, { headers });
    await fixture.api.cancelOrder(at(first));

    const again = await problemOf(fixture.api.createPayment({ body }, { headers }));
    const second = await fixture.api.createPayment({ body });

    expect(again?.code).toBe('too-late');
    expect(second.orderId).not.toBe(first.orderId);
  });

  it.each(providers)(
    '%s: of a succeeded payment settles the order as paid and responds with too-late',
    async (provider) => {
      await using fixture = await bootPayments();
      const order = await start(fixture, provider);
      await order.pay();

      const refused = await problemOf(cancel(order));

      expect(refused).toMatchObject({ code: 'too-late', data: { status: 'paid' } });
      expect(await order.order()).toMatchObject({ status: 'paid', cancelledAt: null });
      expect(await accounts(fixture)).toEqual({ paid: 1, granted: 1, held: 0 });
    },
  );

  it.each(providers)(
    '%s: during an outage of the provider changes nothing, and works afterwards',
    async (provider) => {
      await using fixture = await bootPayments();
      const order = await start(fixture, provider);
      await fixture.knob({ target: target[provider], status: 503 });

      const refused = await problemOf(cancel(order));
      const between = await order.state();
      await fixture.clearKnobs();

      expect(refused).toMatchObject({
        code: 'provider-failed',
        detail: 'The order could not be cancelled. Please try again.',
      });
      expect(between).toBe('pending');
      expect(await cancel(order)).toMatchObject({ status: 'expired' });
    },
  );

  it.each(providers)('%s: whose provider response is lost succeeds on retry', async (provider) => {
    await using fixture = await bootPayments();
    const order = await start(fixture, provider);
    const call = provider === 'stripe' ? 'stripe.payment_intents.cancel' : 'cashfree.orders.terminate';
    await fixture.knob({ target: call, status: 500, after: true });

    await problemOf(cancel(order));
    await fixture.clearKnobs();

    expect(await cancel(order)).toMatchObject({ status: 'expired' });
  });

  it('of an order without a provider payment needs no provider call', async () => {
    await using fixture = await bootPayments();
    const user = testUser();
    await fixture.knob({ target: 'stripe.*', status: 500 });
    await problemOf(fixture.as(user).createPayment({ body: { items: [{ media: 'm1' }], country: 'US' } }));
    const [waiting] = await fixture.as(user).listMyOrders();

    const ended = await fixture.as(user).cancelOrder(at({ orderId: waiting?.orderId ?? '' }));

    expect(ended).toMatchObject({ status: 'expired', cancelledAt: expect.any(String) });
  });

  it.each(providers)('%s: during the start ends with a closed payment and no secret', async (provider) => {
    await using fixture = await bootPayments();
    const user = testUser();
    const create = provider === 'stripe' ? 'stripe.payment_intents.create' : 'cashfree.orders.create';
    await fixture.knob({ target: create, hang: 1_500, after: true, times: 1 });
    const body = { items: [{ media: 'm1' }], country: provider === 'stripe' ? 'US' : 'IN' };

    const starting = problemOf(fixture.as(user).createPayment({ body }));
    await expect.poll(() => fixture.as(user).listMyOrders()).toHaveLength(1);
    const [waiting] = await fixture.as(user).listMyOrders();
    await fixture.as(user).cancelOrder(at({ orderId: waiting?.orderId ?? '' }));

    expect(await starting).toMatchObject({ code: 'too-late' });
    expect((await fixture.ledger()).map(({ status }) => status)).toEqual([
      provider === 'stripe' ? 'canceled' : 'TERMINATED',
    ]);
  });

  it.each(providers)('%s: a payment after it is a late payment', async (provider) => {
    await using fixture = await bootPayments();
    const [kept, gone] = [await start(fixture, provider), await start(fixture, provider)];
    await cancel(kept);
    await cancel(gone);

    await post(fixture, signedWebhook(provider, 'success', kept));
    await fixture.service.deliver(media({ version: 2, priceINR: 899, priceUSD: 9.99 }));
    await post(fixture, signedWebhook(provider, 'success', gone));

    expect(await kept.order()).toMatchObject({ status: 'paid', refund: 'none', cancelledAt: null });
    expect(await gone.order()).toMatchObject({ status: 'paid', refund: 'under-way' });
    expect(await fixture.announced(succeeded)).toHaveLength(1);
  });

  it.each(providers)('%s: concurrent with payment and webhook keeps the invariant', async (provider) => {
    await using fixture = await bootPayments();
    const orders = await Promise.all(Array.from({ length: 24 }, () => start(fixture, provider)));

    const ends = await Promise.all(
      orders.map(async (order, nth) => {
        const pay = order.pay().then(
          () => true,
          () => false,
        );
        if (nth % 3 === 0) await pay;
        const [isPaid, refused, , status] = await Promise.all([
          pay,
          problemOf(cancel(order)),
          problemOf(resume(order)),
          pay.then((paid) => (paid ? post(fixture, signedWebhook(provider, 'success', order)) : 0)),
        ]);
        return { isPaid, isCancelled: refused === null, status, order: await order.order() };
      }),
    );

    for (const { isPaid, isCancelled, order } of ends) {
      expect(order.status).toBe(isPaid ? 'paid' : 'expired');
      if (!isPaid) expect(isCancelled).toBe(true);
    }
    expect(ends.filter(({ isPaid }) => isPaid).length).toBeGreaterThan(0);
    const { paid, granted, held } = await accounts(fixture);
    expect(granted + held).toBe(paid);
    expect(paid).toBe(ends.filter(({ isPaid }) => isPaid).length);
  });
});
