/** Each completed refund is published once, with its amount and the sum so far. */
import { randomUUID } from 'node:crypto';
import { moneyReturned } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootPayments, controlOf, media, type PaymentsFixture } from './boot-payments.ts';
import { admin, buy, give, person, providers, refund, refundOutside, start } from './orders-fixture.ts';
import { post, signCashfree, signedWebhook } from './webhooks.ts';

const returnsOf = async (fixture: PaymentsFixture) =>
  (await fixture.announced(moneyReturned.type)).map(({ id, subject, data }) => ({
    id,
    subject,
    ...moneyReturned.data.parse(data),
  }));
const sumOf = (returns: readonly { amount: { minor: number } }[]): number =>
  returns.reduce((sum, { amount }) => sum + amount.minor, 0);
const sweep = async (fixture: PaymentsFixture, times = 3): Promise<void> => {
  for (let turn = 0; turn < times; turn += 1) {
    fixture.service.clock.advance(60_000);
    await fixture.service.runJob('follow-refunds');
  }
};
const part = (fixture: PaymentsFixture, orderId: string, amountMinor: number) =>
  refund(fixture, orderId, { amountMinor }, { 'idempotency-key': randomUUID() });

describe('money-returned', () => {
  it.each(providers)(
    'of a %s order: two parts and the rest, each once, add up to the total',
    async (provider) => {
      await using fixture = await bootPayments();
      const order = await buy(fixture, provider);
      const { orderId, minor } = order;

      await part(fixture, orderId, 100);
      await part(fixture, orderId, 150);
      await sweep(fixture);
      const parts = await returnsOf(fixture);
      await refund(fixture, orderId);
      await sweep(fixture);
      for (let turn = 0; turn < 2; turn += 1) await post(fixture, signedWebhook(provider, 'refund', order));

      const all = await returnsOf(fixture);
      expect(parts).toMatchObject([
        {
          subject: `order/${orderId}`,
          orderId,
          kind: 'refund',
          provider,
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
      const stored = await fixture.orders.findOne({ _id: orderId });
      expect(all.reduce((sum, { rupeesMinor }) => sum + rupeesMinor, 0)).toBe(stored?.totalPaise);
      expect(await fixture.announced('payments.payment-refunded.v1')).toHaveLength(1);
      expect(stored).not.toHaveProperty('followUpAt');
    },
  );

  it.each(providers)(
    'of refunds made at %s is published from webhooks, out of order and repeated, or from the sweeper only',
    async (provider) => {
      await using fixture = await bootPayments();
      const [reported, silent] = [await buy(fixture, provider), await buy(fixture, provider)];
      await fixture.knob({ target: `${provider}.*`, reorderWebhooks: true, times: 1 });
      await fixture.knob({ target: `${provider}.*`, duplicateWebhooks: 3 });
      await refundOutside(fixture, reported, 100);
      await refundOutside(fixture, reported, 150);
      await expect.poll(async () => (await returnsOf(fixture)).length, { timeout: 10_000 }).toBe(2);
      await fixture.clearKnobs();
      await fixture.knob({ target: `${provider}.*`, dropWebhooks: true });
      await refundOutside(fixture, silent, 100);
      await refundOutside(fixture, silent, 50);
      const day = fixture.service.clock.now().toISOString().slice(0, 10);
      await fixture.as(admin).runReconciliation({ body: { day } });
      await sweep(fixture);

      const all = await returnsOf(fixture);
      const of = (orderId: string) => all.filter((one) => one.orderId === orderId);
      expect(
        of(reported.orderId)
          .map(({ amount }) => amount.minor)
          .sort(),
      ).toEqual([100, 150]);
      expect(of(reported.orderId).map(({ returnedMinor }) => returnedMinor)).toEqual([
        of(reported.orderId)[0]?.amount.minor,
        250,
      ]);
      expect(of(silent.orderId)).toMatchObject([
        { returnedMinor: expect.any(Number) },
        { returnedMinor: 150 },
      ]);
      expect(JSON.stringify(await fixture.announced(moneyReturned.type))).not.toMatch(/asha|title|m1"/i);
    },
  );

  it.each(providers)(
    'of a full %s refund reported by webhook is published by the next sweep, also after an outage',
    async (provider) => {
      await using fixture = await bootPayments();
      // The first sweep also schedules orders of older versions; it must not cover this one.
      await fixture.service.runJob('follow-refunds');
      const order = await buy(fixture, provider);
      await fixture.knob({ target: `${provider}.*`, dropWebhooks: true });
      await refundOutside(fixture, order, order.minor);
      await fixture.clearKnobs();
      await fixture.knob({ target: `${provider}.*`, status: 503 });
      const [row] = await fixture.ledger();
      const event =
        provider === 'stripe'
          ? signedWebhook(provider, 'refund', order)
          : signCashfree({
              type: 'REFUND_STATUS_WEBHOOK',
              data: {
                refund: {
                  cf_refund_id: await cfRefundId(fixture, order.orderId),
                  order_id: order.orderId,
                  refund_amount: order.minor / 100,
                  refund_currency: 'INR',
                  refund_status: 'SUCCESS',
                },
              },
            });
      expect(await post(fixture, event)).toBe(200);
      await fixture.service.runJob('follow-refunds');
      await fixture.clearKnobs();
      await sweep(fixture);

      expect(row?.refundedMinor).toBe(order.minor);
      expect(await order.state()).toBe('refunded');
      expect(await returnsOf(fixture)).toMatchObject([
        { amount: { minor: order.minor }, returnedMinor: order.minor, isWhole: true },
      ]);
    },
  );

  it('of contributions and fees has their purpose', async () => {
    await using fixture = await bootPayments();
    const gift = await give(fixture, { ...person, amount: 50_000, isContribution: true });
    const fee = await give(fixture, { ...person, amount: 50_000, purpose: 'virtual-run' });
    await fixture.pay.cashfree(gift.secret);
    await fixture.pay.stripe(fee.secret);
    await gift.visitor.verifyCashfree({ body: { orderId: gift.orderId } });
    await fee.visitor.confirmStripe({ body: { paymentIntentId: fee.reference } });

    await part(fixture, gift.orderId, 20_000);
    await refund(fixture, fee.orderId);
    await sweep(fixture);

    const all = await returnsOf(fixture);
    expect(all.map(({ purpose, amount, isWhole }) => [purpose, amount, isWhole])).toEqual([
      ['contribution', { minor: 20_000, currency: 'INR' }, false],
      ['virtual-run', { minor: 50_000, currency: 'INR' }, true],
    ]);
    expect(all.map(({ rupeesMinor }) => rupeesMinor)).toEqual([20_000, 50_000]);
  });

  it.each(providers)('of a lost %s dispute is published once, for the remaining amount', async (provider) => {
    await using fixture = await bootPayments();
    const order = await buy(fixture, provider);
    await part(fixture, order.orderId, 100);
    await sweep(fixture);

    await fixture.bank.dispute({ ...order.named, outcome: 'lost', webhook: 'duplicate' });
    await expect.poll(order.state).toBe('refunded');
    await sweep(fixture);

    const all = await returnsOf(fixture);
    expect(all).toMatchObject([
      { kind: 'refund', amount: { minor: 100 } },
      { kind: 'dispute', amount: { minor: order.minor - 100 }, isWhole: true },
    ]);
  });

  it('found concurrently by webhook, admin and sweeper is published once for each refund', async () => {
    await using fixture = await bootPayments();
    const orders = await Promise.all(Array.from({ length: 6 }, () => buy(fixture, 'stripe')));

    await Promise.all(
      orders.flatMap(({ orderId }) => [
        part(fixture, orderId, 100),
        part(fixture, orderId, 50),
        fixture.service.runJob('follow-refunds'),
      ]),
    );
    await sweep(fixture);

    const all = await returnsOf(fixture);
    for (const { orderId } of orders) {
      const own = all.filter((one) => one.orderId === orderId);
      expect(own.map(({ amount }) => amount.minor).sort()).toEqual([100, 50]);
      expect(own.at(-1)?.returnedMinor).toBe(150);
    }
  });

  it('is not published for an order that was held back', async () => {
    await using fixture = await bootPayments();
    const order = await start(fixture, 'stripe');
    await order.pay();
    await fixture.orders.updateOne({ _id: order.orderId }, { $set: { state: 'expired', rank: 3 } });
    await fixture.service.deliver(media({ version: 2, priceINR: 899, priceUSD: 9.99 }));
    await order.confirm();
    await sweep(fixture);

    expect(await order.state()).toBe('refunded');
    expect(await fixture.announced('payments.payment-succeeded.v1')).toEqual([]);
    expect(await returnsOf(fixture)).toEqual([]);
  });

  it.each(providers)(
    'is published later for %s orders that were refunded by an older version',
    async (provider) => {
      await using fixture = await bootPayments();
      const order = await buy(fixture, provider);
      await fixture.knob({ target: `${provider}.*`, dropWebhooks: true });
      await refundOutside(fixture, order, 100);
      await fixture.orders.updateOne({ _id: order.orderId }, { $set: { refundedMinor: 100 } });

      await sweep(fixture);

      expect(await returnsOf(fixture)).toMatchObject([{ amount: { minor: 100 }, returnedMinor: 100 }]);
    },
  );
});

/** Cashfree's own id of the refund of an order. */
const cfRefundId = async (fixture: PaymentsFixture, orderId: string): Promise<string> => {
  await controlOf(fixture.sandboxUrl)('DELETE', '/knobs');
  const response = await fetch(`${fixture.sandboxUrl}/pg/orders/${orderId}/refunds`, {
    headers: { 'x-client-id': 'client', 'x-client-secret': 'client-secret', 'x-api-version': '2025-01-01' },
  });
  await fixture.knob({ target: 'cashfree.*', status: 503 });
  const [made] = (await response.json()) as { cf_refund_id: string }[];
  return made?.cf_refund_id ?? '';
};
