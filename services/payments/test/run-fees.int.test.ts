/** Fees of virtual runs: rupees by Stripe in every country. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bootPayments } from './boot-payments.ts';
import { give, person, problemOf } from './orders-fixture.ts';

const feePaid = 'payments.run-fee-succeeded.v1';

describe('the fee of a run', () => {
  const fee = {
    amount: 50_000,
    currency: 'INR',
    purpose: 'virtual-run',
    ...person,
    phone: '+91 98765 43210',
  };

  it.each(['IN', 'US'])(
    'is charged in rupees by Stripe without a login in %s, and published once (PAY-17, PAY-18, PAY-29)',
    async (country) => {
      await using fixture = await bootPayments();
      const order = await give(fixture, { ...fee, country });
      await fixture.pay.stripe(order.secret);

      for (let turn = 0; turn < 2; turn += 1)
        await order.visitor.confirmStripe({ body: { paymentIntentId: order.reference } });

      expect(await fixture.ledger()).toMatchObject([
        { provider: 'stripe', amountMinor: 50_000, currency: 'INR' },
      ]);
      expect((await fixture.announced(feePaid)).map(({ data }) => data)).toMatchObject([
        {
          orderId: order.orderId,
          userId: null,
          provider: 'stripe',
          paymentId: order.reference,
          total: { minor: 50_000, currency: 'INR' },
          rupeesMinor: 50_000,
          paidAt: expect.any(String),
        },
      ]);
    },
  );

  it.each([
    ['no name', { name: '' }, 'Name required'],
    ['no mail', { email: 'x' }, 'Valid email required'],
    ['29,999 paise', { amount: 29_999 }, 'Enter a valid fee'],
    ['500,001 paise', { amount: 500_001 }, 'Enter a valid fee'],
    ['dollars', { currency: 'USD' }, 'Provider and currency do not match'],
    ['Cashfree', { provider: 'cashfree' }, 'Provider and country do not match'],
  ])('with %s is refused', async (_what, change, sentence) => {
    await using fixture = await bootPayments();

    const problem = await problemOf(
      fixture.as('visitor').createPayment({ body: { ...fee, ...change } as object }),
    );

    expect(problem).toMatchObject({ status: 400, detail: sentence });
    expect(await fixture.ledger()).toEqual([]);
  });

  it('is the only Stripe payment in rupees (PAY-29)', async () => {
    await using fixture = await bootPayments();

    const problem = await problemOf(
      fixture.api.createPayment(
        { body: { items: [{ media: 'm1' }], country: 'US', currency: 'INR', provider: 'stripe' } },
        { headers: { 'idempotency-key': randomUUID() } },
      ),
    );

    expect(problem).toMatchObject({ status: 400, detail: 'Provider and currency do not match' });
  });
});
