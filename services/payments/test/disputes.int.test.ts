/** Chargebacks. */
import { describe, expect, it } from 'vitest';
import { bootPayments, type PaymentsFixture } from './boot-payments.ts';
import { admin, buy, type ProviderName, providers } from './orders-fixture.ts';
import { post, signCashfree, signedWebhook } from './webhooks.ts';

const refunded = 'payments.payment-refunded.v1';

describe('a dispute', () => {
  const openDispute = async (fixture: PaymentsFixture, provider: ProviderName) => {
    const order = await buy(fixture, provider);
    const dispute = (outcome: string, webhook = 'send') =>
      fixture.bank.dispute({ ...order.named, outcome, webhook });
    const seen = async () => (await fixture.as(admin).listOrders())[0];
    return { ...order, dispute, seen };
  };

  it.each(providers)(
    'of a %s order is shown to admins while it is open, and revokes nothing when it is won',
    async (provider) => {
      await using fixture = await bootPayments();
      const { dispute, seen } = await openDispute(fixture, provider);

      await dispute('open');
      await expect.poll(async () => (await seen())?.dispute?.state).toBe('open');
      await dispute('won');
      await expect.poll(async () => (await seen())?.dispute?.state).toBe('won');

      expect(await seen()).toMatchObject({ paymentStatus: 'paid' });
      expect(await fixture.announced(refunded)).toEqual([]);
      expect((await fixture.service.liveMessages()).map(({ audience }) => audience.to)).toContain('admins');
    },
  );

  it.each(providers)('that is lost revokes the grants of the %s order, once (P10)', async (provider) => {
    await using fixture = await bootPayments();
    const { dispute, seen } = await openDispute(fixture, provider);

    await dispute('open');
    await dispute('lost', 'duplicate');
    await expect.poll(async () => (await seen())?.paymentStatus).toBe('refunded');

    expect(await seen()).toMatchObject({ dispute: { state: 'lost' } });
    expect(await fixture.announced(refunded)).toHaveLength(1);
  });

  it.each(providers)(
    'whose stale webhook arrives is read from %s: the webhook alone changes nothing (S13)',
    async (provider) => {
      await using fixture = await bootPayments();
      const order = await openDispute(fixture, provider);
      const lateOf = (about: object) =>
        signedWebhook(provider, 'dispute', { ...order, ...about }, new Date(Date.now() - 3_600_000));

      expect(await post(fixture, lateOf({}))).toBe(200);
      expect((await order.seen())?.paymentStatus).toBe('paid');
      await order.dispute('lost', 'skip');
      expect(await post(fixture, lateOf({}))).toBe(200);

      expect(await order.seen()).toMatchObject({ paymentStatus: 'refunded', dispute: { state: 'lost' } });
      expect(await fixture.announced(refunded)).toHaveLength(1);
    },
  );

  it('that is lost with a webhook that names no end is read from the provider', async () => {
    await using fixture = await bootPayments();
    const { dispute, seen, ...order } = await openDispute(fixture, 'cashfree');
    await dispute('lost', 'skip');
    const accepted = JSON.parse(signedWebhook('cashfree', 'dispute', order).raw);
    accepted.type = 'DISPUTE_UPDATED';
    accepted.data.dispute.dispute_status = 'DISPUTE_MERCHANT_ACCEPTED';

    expect(await post(fixture, signCashfree(accepted))).toBe(200);

    expect(await seen()).toMatchObject({ paymentStatus: 'refunded', dispute: { state: 'lost' } });
  });

  it.each(providers)('whose end has no webhook is found by the sweeper (%s)', async (provider) => {
    await using fixture = await bootPayments();
    const { dispute, seen } = await openDispute(fixture, provider);
    await dispute('open');
    await expect.poll(async () => (await seen())?.dispute?.state).toBe('open');

    await dispute('lost', 'skip');
    fixture.service.clock.advance(12 * 3_600_000);
    await fixture.service.runJob('follow-refunds');

    expect(await seen()).toMatchObject({ paymentStatus: 'refunded', dispute: { state: 'lost' } });
  });
});
