/** Refunds by an admin here, and refunds made at the provider. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bootPayments, type PaymentsFixture } from './boot-payments.ts';
import {
  admin,
  buy,
  problemOf,
  providers,
  reason,
  refund,
  refundsAtProvider,
  start,
} from './orders-fixture.ts';
import { post, signedWebhook } from './webhooks.ts';

const refunded = 'payments.payment-refunded.v1';

/** Waits until every webhook has been handled. */
const settled = async (fixture: PaymentsFixture, state: string) =>
  expect
    .poll(async () => (await fixture.orders.find().toArray()).every((order) => order.state === state))
    .toBe(true);

describe('a refund by an admin', () => {
  it.each(providers)(
    'of a whole %s order is made once and revokes its grants (PAY-42, P10)',
    async (provider) => {
      await using fixture = await bootPayments();
      const { orderId, minor, order } = await buy(fixture, provider);

      const answer = await refund(fixture, orderId);
      await settled(fixture, 'refunded');

      expect(answer).toMatchObject({
        _id: orderId,
        refunds: [{ amount: { minor }, reason, by: admin.userId }],
      });
      expect(await refundsAtProvider(fixture)).toEqual([[minor, 1]]);
      expect((await fixture.announced(refunded)).map(({ data }) => data)).toMatchObject([
        { orderId, items: [{ mediaId: 'm1', mediaType: 'ebook', format: 'text' }] },
      ]);
      expect(await order()).toMatchObject({ status: 'refunded', refund: 'done', refunded: { minor } });
    },
  );

  it.each(providers)('of a part of a %s order revokes nothing (PAY-42)', async (provider) => {
    await using fixture = await bootPayments();
    const { orderId, minor, order } = await buy(fixture, provider);

    await refund(fixture, orderId, { amountMinor: 100 });
    fixture.service.clock.advance(30_000);
    await fixture.service.runJob('follow-refunds');

    expect(await refundsAtProvider(fixture)).toEqual([[100, 1]]);
    expect(await order()).toMatchObject({ status: 'paid', refund: 'partly', refunded: { minor: 100 } });
    expect(await fixture.announced(refunded)).toEqual([]);
    expect(minor).toBeGreaterThan(100);
  });

  it.each(providers)('of a %s order that changed since it was opened is refused (P10)', async (provider) => {
    await using fixture = await bootPayments();
    const { orderId, minor } = await buy(fixture, provider);
    const seen = { amountMinor: 100, leftMinor: minor };

    const both = await Promise.allSettled([
      refund(fixture, orderId, { ...seen, reason: 'Asked by mail' }),
      refund(fixture, orderId, { ...seen, reason: 'Asked by phone' }),
    ]);
    const late = await problemOf(refund(fixture, orderId, { ...seen, reason: 'Asked again' }));
    const next = await refund(fixture, orderId, {
      amountMinor: 100,
      leftMinor: minor - 100,
      reason: 'Asked again',
    });

    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(late).toMatchObject({
      code: 'version-conflict',
      detail: 'This order has changed since you opened it',
    });
    expect(await refundsAtProvider(fixture)).toEqual([[200, 2]]);
    expect(next.refundable).toMatchObject({ minor: minor - 200 });
  });

  it.each(providers)('in parts of a %s order revokes once, after the last part', async (provider) => {
    await using fixture = await bootPayments();
    const { orderId, minor } = await buy(fixture, provider);

    await refund(fixture, orderId, { amountMinor: 100 });
    await refund(fixture, orderId);
    await settled(fixture, 'refunded');

    expect(await refundsAtProvider(fixture)).toEqual([[minor, 2]]);
    expect(await fixture.announced(refunded)).toHaveLength(1);
  });

  it.each(providers)('requested twenty times concurrently for a %s order is made once', async (provider) => {
    await using fixture = await bootPayments();
    const { orderId, minor } = await buy(fixture, provider);

    await Promise.all(Array.from({ length: 20 }, () => refund(fixture, orderId)));
    await settled(fixture, 'refunded');

    expect(await refundsAtProvider(fixture)).toEqual([[minor, 1]]);
    expect(await fixture.announced(refunded)).toHaveLength(1);
  });

  it('in concurrent parts never exceeds the payment', async () => {
    await using fixture = await bootPayments();
    const { orderId, minor } = await buy(fixture, 'stripe');

    await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        refund(fixture, orderId, { amountMinor: 250 }, { 'idempotency-key': randomUUID() }),
      ),
    );

    expect(await refundsAtProvider(fixture)).toEqual([[500, 2]]);
    expect(minor).toBe(599);
    const stored = await fixture.orders.findOne({ _id: orderId });
    expect(stored).toMatchObject({ promisedMinor: 500, refunds: [{ state: 'done' }, { state: 'done' }] });
  });

  it.each([
    ['more than came', { amountMinor: 60_000 }, 400, 'At most ₹499 is left to give back'],
    ['nothing', { amountMinor: 0 }, 400, undefined],
    ['less than nothing', { amountMinor: -5 }, 400, undefined],
    ['a misspelt amount', { amount: 300 }, 400, undefined],
    ['no reason', { reason: ' ' }, 400, 'A reason is needed'],
  ])('of %s is refused and changes nothing', async (_what, body, status, sentence) => {
    await using fixture = await bootPayments();
    const { orderId } = await buy(fixture, 'cashfree');

    const problem = await problemOf(refund(fixture, orderId, body));

    expect(problem?.status).toBe(status);
    if (sentence) expect(problem?.detail).toBe(sentence);
    expect(await refundsAtProvider(fixture)).toEqual([[0, 0]]);
  });

  it('requires an admin and a known, paid order', async () => {
    await using fixture = await bootPayments();
    const { orderId, api } = await start(fixture, 'cashfree');
    const params = { orderId: orderId };

    expect((await problemOf(api.refundOrder({ params, body: { reason } })))?.status).toBe(403);
    expect((await problemOf(refund(fixture, 'nobody')))?.status).toBe(404);
    expect(await problemOf(refund(fixture, orderId))).toMatchObject({
      status: 409,
      code: 'payment-not-complete',
    });
  });

  it.each(providers)('is stored during an outage of %s, and made by the sweeper', async (provider) => {
    await using fixture = await bootPayments();
    const { orderId, minor } = await buy(fixture, provider);
    await fixture.knob({ target: `${provider}.*`, status: 503 });

    const requested = await refund(fixture, orderId);
    await fixture.clearKnobs();
    fixture.service.clock.advance(30_000);
    await fixture.service.runJob('follow-refunds');

    expect(requested.refunds).toMatchObject([{ state: 'asked' }]);
    expect(await refundsAtProvider(fixture)).toEqual([[minor, 1]]);
    await settled(fixture, 'refunded');
  });

  it.each(providers)(
    'whose response from %s was lost is not made twice, even a day later',
    async (provider) => {
      let later = 0;
      await using fixture = await bootPayments({}, { now: () => new Date(Date.now() + later) });
      const { orderId } = await buy(fixture, provider);
      await fixture.knob({ target: `${provider}.refunds.create`, status: 500, after: true });
      await fixture.knob({ target: `${provider}.*`, dropWebhooks: true });
      await refund(fixture, orderId, { amountMinor: 100 });

      await fixture.clearKnobs();
      // By then the idempotency key of the first attempt has expired at the provider.
      later = 25 * 3_600_000;
      fixture.service.clock.advance(later);
      await fixture.service.runJob('follow-refunds');

      expect(await refundsAtProvider(fixture)).toEqual([[100, 1]]);
      expect(await fixture.orders.findOne({ _id: orderId })).toMatchObject({ refunds: [{ state: 'done' }] });
    },
  );

  it.each(providers)('that is pending at the bank of a %s buyer completes later', async (provider) => {
    await using fixture = await bootPayments();
    const { orderId, order } = await buy(fixture, provider);
    await fixture.knob({ target: `${provider}.refunds.create`, refundStatus: 'pending' });
    const requested = await refund(fixture, orderId, { amountMinor: 100 });
    expect(requested.refunds).toMatchObject([{ state: 'pending' }]);
    expect(await order()).toMatchObject({ refund: 'under-way' });

    const [row] = await fixture.ledger();
    await fixture.bank.endRefund(row?.refunds[0]?.refundId ?? '', 'succeeded');

    await expect.poll(async () => (await order()).refund).toBe('partly');
  });

  it.each(providers)(
    'that the bank of a %s buyer rejects is flagged for an admin, and can be requested again',
    async (provider) => {
      await using fixture = await bootPayments();
      const { orderId, minor, order } = await buy(fixture, provider);
      await fixture.knob({ target: `${provider}.refunds.create`, refundStatus: 'pending' });
      await refund(fixture, orderId);
      const [row] = await fixture.ledger();
      await fixture.clearKnobs();

      await fixture.bank.endRefund(row?.refunds[0]?.refundId ?? '', 'failed');
      const stateOf = async () => (await fixture.as(admin).listOrders())[0]?.refunds[0]?.state;
      await expect.poll(stateOf).toBe('failed');
      const flagged = await fixture.as(admin).searchOrders({ query: { attention: 'true' } });
      await refund(fixture, orderId, { reason: 'Once more' });
      await settled(fixture, 'refunded');

      expect(flagged.orders.map(({ _id }) => _id)).toEqual([orderId]);
      expect((await order()).refunded.minor).toBe(minor);
      expect(await fixture.announced(refunded)).toHaveLength(1);
    },
  );
});

describe('a refund made at the provider', () => {
  it.each(providers)('of a %s order has the same effect as one made here (PAY-42)', async (provider) => {
    await using fixture = await bootPayments();
    const order = await buy(fixture, provider);
    const webhook = signedWebhook(provider, 'refund', order);

    for (let turn = 0; turn < 3; turn += 1) expect(await post(fixture, webhook)).toBe(200);

    expect(await order.order()).toMatchObject({ status: 'refunded', refund: 'done' });
    expect(await fixture.announced(refunded)).toHaveLength(1);
  });

  it.each(providers)(
    'before the payment of a %s order is known ends as refunded, and grants nothing',
    async (provider) => {
      await using fixture = await bootPayments();
      const order = await start(fixture, provider);

      await post(fixture, signedWebhook(provider, 'refund', order));
      await post(fixture, signedWebhook(provider, 'success', order));

      expect((await order.order()).status).toBe('refunded');
      expect(await fixture.announced('payments.payment-succeeded.v1')).toEqual([]);
    },
  );

  it.each(providers)(
    'of a %s order whose start was interrupted finds the payment by its webhook',
    async (provider) => {
      await using fixture = await bootPayments();
      const order = await start(fixture, provider);
      await order.pay();
      await fixture.orders.updateOne({ _id: order.orderId }, { $set: { reference: null, secret: null } });
      await post(fixture, signedWebhook(provider, 'success', order));

      await refund(fixture, order.orderId);
      await settled(fixture, 'refunded');

      expect(await refundsAtProvider(fixture)).toEqual([[order.minor, 1]]);
    },
  );

  it('of a mismatched payment closes the order', async () => {
    await using fixture = await bootPayments();
    const order = await start(fixture, 'stripe');
    await fixture.knob({ target: 'stripe.pay', wrongAmount: true });
    await order.pay();
    await order.confirm();
    expect((await order.order()).status).toBe('mismatch');

    await refund(fixture, order.orderId);

    // what had arrived, which is less than the price
    expect(await order.order()).toMatchObject({ status: 'refunded', refunded: { minor: 598 } });
    expect(await refundsAtProvider(fixture)).toEqual([[598, 1]]);
    expect(await fixture.announced('payments.payment-succeeded.v1')).toEqual([]);
  });
});
