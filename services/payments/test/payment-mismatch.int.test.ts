/** Payments with a wrong amount, order or merchant, and duplicate payments. */
import { liveTypes } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import {
  bootPayments,
  controlOf,
  media,
  type PaymentsFixture,
  startedOrder,
  type WebhookMode,
} from './boot-payments.ts';
import { admin, providers, refund, refundOutside, start } from './orders-fixture.ts';
import { post, signCashfree, signedWebhook } from './webhooks.ts';

const succeeded = 'payments.payment-succeeded.v1';
const mismatched = 'payments.payment-mismatched.v1';

/** The live messages of payments that a person has to look at. */
const alarmsOf = async ({ service }: PaymentsFixture) =>
  (await service.liveMessages()).filter(({ message }) => message.type === liveTypes.orderMismatched);

/** Pays in the second window of an order, unless it is the first payment. */
const payAgain = (
  { sandboxUrl }: PaymentsFixture,
  { secret }: { secret: string },
  { again = true, webhook = 'skip' }: { again?: boolean; webhook?: WebhookMode } = {},
) =>
  controlOf(sandboxUrl)('POST', '/cashfree/pay', {
    ...{ paymentSessionId: secret, outcome: 'success' },
    ...{ again, webhook },
  });

/** The orders that wait for an admin. */
const waiting = async (fixture: PaymentsFixture) =>
  (await fixture.as(admin).searchOrders({ query: { attention: 'true' } })).orders;

describe('a mismatched payment', () => {
  it.each([
    ['stripe', { amountMinor: 598 }],
    ['stripe', { currency: 'inr' }],
    ['cashfree', { amountMinor: 49_899 }],
    ['cashfree', { currency: 'USD' }],
  ] as const)('by %s of %o grants nothing and is reported to admins', async (provider, wrongAmount) => {
    await using fixture = await bootPayments();
    const order = await start(fixture, provider);
    await fixture.knob({ target: `${provider}.*`, wrongAmount });

    if (provider === 'stripe') await fixture.pay.stripe(order.secret, 'succeeded', 'send');
    else await fixture.pay.cashfree(order.secret, 'success', 'send');

    await expect.poll(order.state).toBe('mismatch');
    expect(await order.confirm()).toMatchObject({ status: 'mismatch', paid: false, granted: [] });
    expect(await fixture.announced(succeeded)).toEqual([]);
    expect(await fixture.announced(mismatched)).toMatchObject([
      { data: { orderId: order.orderId, expected: { minor: order.minor } } },
    ]);
    expect(await alarmsOf(fixture)).toEqual([
      { message: { type: liveTypes.orderMismatched, id: order.orderId }, audience: { to: 'admins' } },
    ]);
  });

  it.each([
    ['stripe', 'webhook'],
    ['stripe', 'page'],
    ['cashfree', 'page'],
  ] as const)('a %s payment whose %s has another order grants nothing (P7)', async (provider, by) => {
    await using fixture = await bootPayments();
    const order = await start(fixture, provider);
    const other = await start(fixture, provider);
    await fixture.knob({ target: `${provider}.*`, otherOrder: other.orderId });

    const mode = by === 'webhook' ? 'send' : 'skip';
    if (provider === 'stripe') await fixture.pay.stripe(order.secret, 'succeeded', mode);
    else await fixture.pay.cashfree(order.secret, 'success', mode);
    if (by === 'page') await order.confirm();
    else
      await expect
        .poll(
          async () =>
            (await fixture.ledger()).flatMap(({ webhooks }) => webhooks.flatMap(({ attempts }) => attempts))
              .length,
        )
        .toBeGreaterThan(0);

    expect(await fixture.announced(succeeded)).toEqual([]);
    expect([await order.state(), await other.state()]).not.toContain('paid');
  });

  it.each(providers)(
    'a %s webhook of another merchant is refused and changes nothing (P7)',
    async (provider) => {
      await using fixture = await bootPayments();
      const order = await start(fixture, provider);
      await fixture.knob({ target: `${provider}.*`, otherMerchant: true });

      if (provider === 'stripe') await fixture.pay.stripe(order.secret, 'succeeded', 'send');
      else await fixture.pay.cashfree(order.secret, 'success', 'send');
      const answers = async () =>
        (await fixture.ledger()).flatMap(({ webhooks }) => webhooks.flatMap(({ attempts }) => attempts));

      await expect.poll(async () => (await answers())[0]?.status).toBe(401);
      expect(await order.state()).toBe('pending');
      expect(await fixture.announced(succeeded)).toEqual([]);
    },
  );

  it('a payment that was not started for this order grants nothing', async () => {
    await using fixture = await bootPayments();
    const order = await start(fixture, 'stripe');

    const status = await post(
      fixture,
      signedWebhook('stripe', 'success', { ...order, reference: 'pi_other' }),
    );

    expect(status).toBe(200);
    expect(await order.state()).toBe('mismatch');
    expect(await fixture.announced(succeeded)).toEqual([]);
  });

  it('one payment pays for one order', async () => {
    await using fixture = await bootPayments();
    const first = await start(fixture, 'cashfree');
    const second = await start(fixture, 'cashfree');
    const body = JSON.parse(signedWebhook('cashfree', 'success', second).raw);
    body.data.payment.cf_payment_id = `SUCCESS-${first.orderId}`;
    await post(fixture, signedWebhook('cashfree', 'success', first));

    await post(fixture, signCashfree(body));

    expect(await first.state()).toBe('paid');
    expect(await second.state()).toBe('mismatch');
    expect(await fixture.announced(succeeded)).toHaveLength(1);
  });

  it('an order paid twice in two windows is granted once and reported once', async () => {
    await using fixture = await bootPayments();
    const order = await start(fixture, 'cashfree');
    const second = JSON.parse(signedWebhook('cashfree', 'success', order).raw);
    second.data.payment.cf_payment_id = 'another-payment';

    for (const _time of [1, 2]) {
      await post(fixture, signedWebhook('cashfree', 'success', order));
      await post(fixture, signCashfree(second));
    }

    expect(await order.state()).toBe('paid');
    expect(await fixture.announced(succeeded)).toHaveLength(1);
    expect(await fixture.announced(mismatched)).toHaveLength(1);
    expect(await alarmsOf(fixture)).toMatchObject([{ audience: { to: 'admins' } }]);
  });

  it('two paid orders for one item grant it once and are reported for a refund', async () => {
    await using fixture = await bootPayments();
    const order = await start(fixture, 'cashfree');
    await fixture.service.deliver(media({ mediaId: 'm2' }));
    const body = { items: [{ media: 'm1' }, { media: 'm2' }], country: 'IN' };
    const twin = startedOrder(
      await order.api.createPayment({ body }, { headers: { 'idempotency-key': 'later' } }),
    );

    for (const one of [order, { ...twin, user: order.user }, order])
      await post(fixture, signedWebhook('cashfree', 'success', one));

    expect(await fixture.announced(succeeded)).toHaveLength(2);
    expect(await fixture.announced(mismatched)).toMatchObject([{ data: { orderId: twin.orderId } }]);
    expect(await alarmsOf(fixture)).toMatchObject([{ audience: { to: 'admins' } }]);
  });

  it('a mismatched order becomes paid when the provider reports the right amount', async () => {
    await using fixture = await bootPayments();
    const order = await start(fixture, 'cashfree');
    await fixture.knob({ target: 'cashfree.orders.*', wrongAmount: true });
    await fixture.pay.cashfree(order.secret);
    await order.confirm();
    expect(await order.state()).toBe('mismatch');

    await fixture.clearKnobs();
    await post(fixture, signedWebhook('cashfree', 'success', order));

    expect(await order.state()).toBe('paid');
  });

  it.each(['its webhook', 'a read of the order'])(
    'a second one of another amount is reported by %s, and both go back',
    async (by) => {
      await using fixture = await bootPayments();
      const order = await start(fixture, 'cashfree');
      await fixture.knob({ target: 'cashfree.pay', wrongAmount: { amountMinor: 49_899 } });
      await payAgain(fixture, order, { again: false, webhook: 'send' });
      await expect.poll(order.state).toBe('mismatch');

      await payAgain(fixture, order, { webhook: by === 'its webhook' ? 'duplicate' : 'skip' });
      if (by !== 'its webhook') for (const _time of [1, 2]) await order.confirm();

      await expect.poll(async () => (await fixture.announced(mismatched)).length).toBe(2);
      expect(await waiting(fixture)).toMatchObject([
        { _id: order.orderId, paymentStatus: 'mismatch', paidTwice: { orders: [] } },
      ]);
      const { refunds } = await refund(fixture, order.orderId);
      expect(refunds).toMatchObject([{ amount: { minor: 2 * 49_899 } }]);
      await fixture.service.runJob('follow-refunds');
      expect(await order.state()).toBe('refunded');
      expect(await fixture.announced(mismatched)).toHaveLength(2);
      expect(await waiting(fixture)).toEqual([]);
    },
  );

  it('waits for an admin until both of its payments went back', async () => {
    await using fixture = await bootPayments();
    const order = await start(fixture, 'cashfree');
    await fixture.knob({ target: 'cashfree.pay', wrongAmount: { amountMinor: 60_000 } });
    for (const again of [false, true]) await payAgain(fixture, order, { again });
    await order.confirm();

    await refundOutside(fixture, order, 60_000);
    await order.confirm();

    expect(await order.state()).toBe('mismatch');
    expect(await waiting(fixture)).toMatchObject([{ _id: order.orderId }]);
    await refundOutside(fixture, order, 60_000);
    await order.confirm();
    expect(await order.state()).toBe('refunded');
    expect(await waiting(fixture)).toEqual([]);
  });

  it.each(['its webhook', 'a read of the order'])(
    'before a right one that %s tells of stays with the admin, who gives it back',
    async (by) => {
      await using fixture = await bootPayments();
      const order = await start(fixture, 'cashfree');
      await fixture.knob({ target: 'cashfree.pay', wrongAmount: { amountMinor: 49_899 } });
      await payAgain(fixture, order, { again: false, webhook: 'send' });
      await expect.poll(order.state).toBe('mismatch');
      await fixture.clearKnobs();

      await payAgain(fixture, order, { webhook: by === 'its webhook' ? 'duplicate' : 'skip' });
      if (by !== 'its webhook') for (const _time of [1, 2]) await order.confirm();

      await expect.poll(order.state).toBe('paid');
      await expect.poll(async () => (await fixture.announced(mismatched)).length).toBe(2);
      expect(await waiting(fixture)).toMatchObject([
        { _id: order.orderId, paymentStatus: 'paid', refundable: { minor: 49_900 + 49_899 } },
      ]);
      await refund(fixture, order.orderId, { amountMinor: 49_899 });
      expect(await waiting(fixture)).toEqual([]);
      expect(await order.state()).toBe('paid');
      expect(await fixture.announced(succeeded)).toHaveLength(1);
    },
  );
});
