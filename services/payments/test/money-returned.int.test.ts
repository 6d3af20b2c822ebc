/** Each refund that arrives is published once, with what it returned and the sum so far. */
import { randomUUID } from 'node:crypto';
import { moneyReturned } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { admin, buy, give, person, rails, refund, start } from './buying.ts';
import { post, signCashfree, signedFact } from './webhooks.ts';
import { controlOf, media, openWorld, type World } from './world.ts';

const returnsOf = async (world: World) =>
  (await world.announced(moneyReturned.type)).map(({ id, subject, data }) => ({
    id,
    subject,
    ...moneyReturned.data.parse(data),
  }));
const sumOf = (returns: readonly { amount: { minor: number } }[]): number =>
  returns.reduce((sum, { amount }) => sum + amount.minor, 0);
const sweep = async (world: World, times = 3): Promise<void> => {
  for (let turn = 0; turn < times; turn += 1) {
    world.service.clock.advance(60_000);
    await world.service.runJob('follow-refunds');
  }
};
const part = (world: World, orderId: string, amountMinor: number) =>
  refund(world, orderId, { amountMinor }, { 'idempotency-key': randomUUID() });

/** Gives money back in the provider's own pages, so that the service learns of it from the provider alone. */
const refundOutside = async (world: World, order: { orderId: string; reference: string }, minor: number) => {
  const isStripe = order.reference !== order.orderId;
  const refundId = `outside-${randomUUID().slice(0, 8)}`;
  const url = isStripe ? '/v1/refunds' : `/pg/orders/${order.orderId}/refunds`;
  const response = await fetch(`${world.sandboxUrl}${url}`, {
    method: 'POST',
    ...(isStripe
      ? {
          headers: { authorization: 'Bearer sk_test_x' },
          body: new URLSearchParams({ payment_intent: order.reference, amount: String(minor) }),
        }
      : {
          headers: {
            'content-type': 'application/json',
            'x-client-id': 'client',
            'x-client-secret': 'client-secret',
            'x-api-version': '2025-01-01',
          },
          body: JSON.stringify({ refund_amount: minor / 100, refund_id: refundId }),
        }),
  });
  if (!response.ok) throw new Error(`refund: ${response.status} ${await response.text()}`);
};

describe('money-returned', () => {
  it.each(rails)('of a %s order: two parts and the rest, each once, adding up to the whole', async (rail) => {
    await using world = await openWorld();
    const order = await buy(world, rail);
    const { orderId, minor } = order;

    await part(world, orderId, 100);
    await part(world, orderId, 150);
    await sweep(world);
    const parts = await returnsOf(world);
    await refund(world, orderId);
    await sweep(world);
    for (let turn = 0; turn < 2; turn += 1) await post(world, signedFact(rail, 'refund', order));

    const all = await returnsOf(world);
    expect(parts).toMatchObject([
      {
        subject: `order/${orderId}`,
        orderId,
        kind: 'refund',
        provider: rail,
        purpose: 'purchase',
        amount: { minor: 100 },
        total: { minor },
        returnedMinor: 100,
        isWhole: false,
      },
      { amount: { minor: 150 }, returnedMinor: 250, isWhole: false },
    ]);
    expect(all.slice(0, 2)).toEqual(parts);
    expect(all).toHaveLength(3);
    expect(all[2]).toMatchObject({ returnedMinor: minor, isWhole: true });
    expect(sumOf(all)).toBe(minor);
    expect(new Set(all.map(({ refundId }) => refundId)).size).toBe(3);
    const stored = await world.orders.findOne({ _id: orderId });
    expect(all.reduce((sum, { rupeesMinor }) => sum + rupeesMinor, 0)).toBe(stored?.totalPaise);
    expect(await world.announced('payments.payment-refunded.v1')).toHaveLength(1);
    expect(stored).not.toHaveProperty('followUpAt');
  });

  it.each(rails)(
    'of refunds made in the pages of %s comes by webhook, out of order and repeated, or by the sweeper alone',
    async (rail) => {
      await using world = await openWorld();
      const [told, silent] = [await buy(world, rail), await buy(world, rail)];
      await world.knob({ target: `${rail}.*`, reorderWebhooks: true, times: 1 });
      await world.knob({ target: `${rail}.*`, duplicateWebhooks: 3 });
      await refundOutside(world, told, 100);
      await refundOutside(world, told, 150);
      await expect.poll(async () => (await returnsOf(world)).length, { timeout: 10_000 }).toBe(2);
      await world.calm();
      await world.knob({ target: `${rail}.*`, dropWebhooks: true });
      await refundOutside(world, silent, 100);
      await refundOutside(world, silent, 50);
      const day = world.service.clock.now().toISOString().slice(0, 10);
      await world.as(admin).runReconciliation({ body: { day } });
      await sweep(world);

      const all = await returnsOf(world);
      const of = (orderId: string) => all.filter((one) => one.orderId === orderId);
      expect(
        of(told.orderId)
          .map(({ amount }) => amount.minor)
          .sort(),
      ).toEqual([100, 150]);
      expect(of(told.orderId).map(({ returnedMinor }) => returnedMinor)).toEqual([
        of(told.orderId)[0]?.amount.minor,
        250,
      ]);
      expect(of(silent.orderId)).toMatchObject([
        { returnedMinor: expect.any(Number) },
        { returnedMinor: 150 },
      ]);
      expect(JSON.stringify(await world.announced(moneyReturned.type))).not.toMatch(/asha|title|m1"/i);
    },
  );

  it.each(rails)(
    'of a whole %s refund the webhook reports follows within a sweep, also when the provider was away',
    async (rail) => {
      await using world = await openWorld();
      // The first sweep also makes up for orders of older versions; this one is not helped by it.
      await world.service.runJob('follow-refunds');
      const order = await buy(world, rail);
      await world.knob({ target: `${rail}.*`, dropWebhooks: true });
      await refundOutside(world, order, order.minor);
      await world.calm();
      await world.knob({ target: `${rail}.*`, status: 503 });
      const [row] = await world.ledger();
      const event =
        rail === 'stripe'
          ? signedFact(rail, 'refund', order)
          : signCashfree({
              type: 'REFUND_STATUS_WEBHOOK',
              data: {
                refund: {
                  cf_refund_id: await cfRefundId(world, order.orderId),
                  order_id: order.orderId,
                  refund_amount: order.minor / 100,
                  refund_currency: 'INR',
                  refund_status: 'SUCCESS',
                },
              },
            });
      expect(await post(world, event)).toBe(200);
      await world.service.runJob('follow-refunds');
      await world.calm();
      await sweep(world);

      expect(row?.refundedMinor).toBe(order.minor);
      expect(await order.state()).toBe('refunded');
      expect(await returnsOf(world)).toMatchObject([
        { amount: { minor: order.minor }, returnedMinor: order.minor, isWhole: true },
      ]);
    },
  );

  it('of contributions and fees names their purpose', async () => {
    await using world = await openWorld();
    const gift = await give(world, { ...person, amount: 50_000, isContribution: true });
    const fee = await give(world, { ...person, amount: 50_000, purpose: 'virtual-run' });
    await world.pay.cashfree(gift.secret);
    await world.pay.stripe(fee.secret);
    await gift.visitor.verifyCashfree({ body: { orderId: gift.orderId } });
    await fee.visitor.confirmStripe({ body: { paymentIntentId: fee.reference } });

    await part(world, gift.orderId, 20_000);
    await refund(world, fee.orderId);
    await sweep(world);

    const all = await returnsOf(world);
    expect(all.map(({ purpose, amount, isWhole }) => [purpose, amount, isWhole])).toEqual([
      ['contribution', { minor: 20_000, currency: 'INR' }, false],
      ['virtual-run', { minor: 50_000, currency: 'INR' }, true],
    ]);
    expect(all.map(({ rupeesMinor }) => rupeesMinor)).toEqual([20_000, 50_000]);
  });

  it.each(rails)('of a lost %s dispute is published once, for what is left of the order', async (rail) => {
    await using world = await openWorld();
    const order = await buy(world, rail);
    await part(world, order.orderId, 100);
    await sweep(world);

    await world.bank.dispute({ ...order.named, outcome: 'lost', webhook: 'duplicate' });
    await expect.poll(order.state).toBe('refunded');
    await sweep(world);

    const all = await returnsOf(world);
    expect(all).toMatchObject([
      { kind: 'refund', amount: { minor: 100 } },
      { kind: 'dispute', amount: { minor: order.minor - 100 }, isWhole: true },
    ]);
  });

  it('at once by webhook, admin and sweeper is published once for each refund', async () => {
    await using world = await openWorld();
    const orders = await Promise.all(Array.from({ length: 6 }, () => buy(world, 'stripe')));

    await Promise.all(
      orders.flatMap(({ orderId }) => [
        part(world, orderId, 100),
        part(world, orderId, 50),
        world.service.runJob('follow-refunds'),
      ]),
    );
    await sweep(world);

    const all = await returnsOf(world);
    for (const { orderId } of orders) {
      const own = all.filter((one) => one.orderId === orderId);
      expect(own.map(({ amount }) => amount.minor).sort()).toEqual([100, 50]);
      expect(own.at(-1)?.returnedMinor).toBe(150);
    }
  });

  it('is not published for money that never counted: an order that was held back', async () => {
    await using world = await openWorld();
    const order = await start(world, 'stripe');
    await order.pay();
    await world.orders.updateOne({ _id: order.orderId }, { $set: { state: 'expired', rank: 3 } });
    await world.service.deliver(media({ version: 2, priceINR: 899, priceUSD: 9.99 }));
    await order.confirm();
    await sweep(world);

    expect(await order.state()).toBe('refunded');
    expect(await world.announced('payments.payment-succeeded.v1')).toEqual([]);
    expect(await returnsOf(world)).toEqual([]);
  });

  it.each(rails)('is made up for %s orders that were refunded before it existed', async (rail) => {
    await using world = await openWorld();
    const order = await buy(world, rail);
    await world.knob({ target: `${rail}.*`, dropWebhooks: true });
    await refundOutside(world, order, 100);
    await world.orders.updateOne({ _id: order.orderId }, { $set: { refundedMinor: 100 } });

    await sweep(world);

    expect(await returnsOf(world)).toMatchObject([{ amount: { minor: 100 }, returnedMinor: 100 }]);
  });
});

/** The id Cashfree itself gave the refund of an order. */
const cfRefundId = async (world: World, orderId: string): Promise<string> => {
  await controlOf(world.sandboxUrl)('DELETE', '/knobs');
  const response = await fetch(`${world.sandboxUrl}/pg/orders/${orderId}/refunds`, {
    headers: { 'x-client-id': 'client', 'x-client-secret': 'client-secret', 'x-api-version': '2025-01-01' },
  });
  await world.knob({ target: 'cashfree.*', status: 503 });
  const [made] = (await response.json()) as { cf_refund_id: string }[];
  return made?.cf_refund_id ?? '';
};
