/** Contributions: no login, no items, any amount. */
import { testUser } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import { bootPayments, startedOrder } from './boot-payments.ts';
import { admin, contribution, give, person, problemOf, start } from './orders-fixture.ts';
import { post, signedWebhook } from './webhooks.ts';

const succeeded = 'payments.contribution-succeeded.v1';
const refunded = 'payments.contribution-refunded.v1';
const abroad = { ...contribution, amount: 600, country: 'US' };

describe('a contribution', () => {
  it.each([
    ['IN', contribution, 'cashfree', 50_000, 'INR'],
    ['US', abroad, 'stripe', 600, 'USD'],
  ] as const)(
    'from %s needs no login, and is charged as requested in the currency of the country (PAY-11, PAY-12, PAY-27, PAY-30)',
    async (_place, body, provider, amountMinor, currency) => {
      await using fixture = await bootPayments();

      const { orderId, visitor } = await give(fixture, body);

      expect(await fixture.ledger()).toMatchObject([{ provider, amountMinor, currency }]);
      const order = await visitor.getOrder({ params: { orderId } });
      expect(order).toMatchObject({
        purpose: 'contribution',
        status: 'pending',
        items: [],
        amount: { minor: amountMinor },
      });
    },
  );

  it.each([
    ['no name', { name: '' }, 'Please fill all fields', '/body/name'],
    ['no mail', { email: undefined }, 'Please fill all fields', '/body/email'],
    ['no amount', { amount: undefined }, 'Please fill all fields', '/body/amount'],
    ['99 minor units', { amount: 99 }, 'Amount must be at least 1', '/body/amount'],
    ['less than nothing', { amount: -500 }, 'Amount must be at least 1', '/body/amount'],
    ['half a paisa', { amount: 100.5 }, 'Amount must be in whole minor units', '/body/amount'],
    ['words', { amount: 'lots' }, 'Amount must be in whole minor units', '/body/amount'],
    ['more than anybody has', { amount: 1e12 }, 'Amount is too large', '/body/amount'],
    ['an address no mail can reach', { email: 'asha' }, 'Valid email required', '/body/email'],
    [
      'a return URL of another origin',
      { returnUrl: 'https://evil.example/' },
      'returnUrl is not allowed',
      '/body/returnUrl',
    ],
    ['Stripe in India', { provider: 'stripe' }, 'Provider and country do not match', '/body/provider'],
    ['dollars in India', { currency: 'USD' }, 'Provider and currency do not match', '/body/currency'],
  ])('with %s is refused without a provider call (PAY-13)', async (_what, change, sentence, pointer) => {
    await using fixture = await bootPayments();

    const problem = await problemOf(
      fixture.as('visitor').createPayment({ body: { ...contribution, ...change } as object }),
    );

    expect(problem).toMatchObject({ status: 400, detail: sentence, errors: [{ pointer, detail: sentence }] });
    expect(await fixture.ledger()).toEqual([]);
  });

  it('of one rupee is accepted (PAY-13, PAY-37)', async () => {
    await using fixture = await bootPayments();

    await give(fixture, { ...contribution, amount: 100 });

    expect(await fixture.ledger()).toMatchObject([{ amountMinor: 100, currency: 'INR' }]);
  });

  it('that the provider refuses gives Payment initiation failed. (PAY-37)', async () => {
    await using fixture = await bootPayments();
    await fixture.knob({ target: 'cashfree.orders.create', status: 400 });

    const problem = await problemOf(fixture.as('visitor').createPayment({ body: contribution }));

    expect(problem).toMatchObject({ status: 502, detail: 'Payment initiation failed.' });
  });

  it('is settled once by page, webhook and sweeper (PAY-25, PAY-36)', async () => {
    await using fixture = await bootPayments();
    const byPage = await give(fixture, abroad);
    const byWebhook = await give(fixture, { ...contribution, amount: 20_000 });
    const bySweeper = await give(fixture, { ...contribution, amount: 30_000 });
    await fixture.pay.stripe(byPage.secret);
    await fixture.pay.cashfree(bySweeper.secret);

    for (let turn = 0; turn < 2; turn += 1) {
      const body = {
        paymentIntentId: byPage.reference,
        ...person,
        amount: 600,
        currency: 'USD',
        country: 'US',
      };
      expect(await byPage.visitor.confirmStripe({ body })).toMatchObject({ paid: true, granted: [] });
      await post(fixture, signedWebhook('cashfree', 'success', byWebhook));
      fixture.service.clock.advance(21_000);
      await fixture.service.runJob('sweep-orders');
    }

    const events = await fixture.announced(succeeded);
    expect(events.map(({ data }) => data)).toMatchObject([
      { orderId: byPage.orderId, userId: null, total: { minor: 600, currency: 'USD' } },
      { orderId: byWebhook.orderId, userId: null, total: { minor: 20_000, currency: 'INR' } },
      { orderId: bySweeper.orderId, userId: null, total: { minor: 30_000, currency: 'INR' } },
    ]);
    expect(JSON.stringify(await fixture.service.publishedEvents())).not.toMatch(/asha/i);
    expect(await fixture.orders.countDocuments({ fulfilledAt: null })).toBe(0);
  });

  it('logged by the page is idempotent: the status of Stripe counts (PAY-14, PAY-15, PAY-35)', async () => {
    await using fixture = await bootPayments();
    const { visitor, reference, secret, orderId } = await give(fixture, abroad);
    const claim = {
      ...person,
      paymentIntentId: reference,
      contact: '1',
      amount: 99_999_999,
      currency: 'INR',
    };

    const before = await visitor.logContribution({ body: claim });
    await fixture.pay.stripe(secret);
    const after = [
      await visitor.logContribution({ body: claim }),
      await visitor.logContribution({ body: claim }),
    ];

    expect(before).toEqual({ ok: true, orderId, status: 'pending', paid: false });
    expect(after).toEqual([1, 2].map(() => ({ ok: true, orderId, status: 'paid', paid: true })));
    expect(await fixture.announced(succeeded)).toMatchObject([
      { data: { total: { minor: 600, currency: 'USD' } } },
    ]);
  });

  it('with an unknown payment id is never shown as paid (S41)', async () => {
    await using fixture = await bootPayments();
    const purchase = startedOrder(
      await fixture.api.createPayment({ body: { items: [{ media: 'm1' }], country: 'US' } }),
    );
    await fixture.pay.stripe(purchase.secret);

    const problems = await Promise.all(
      ['pi_invented', purchase.reference].map((paymentIntentId) =>
        problemOf(fixture.as('visitor').logContribution({ body: { ...abroad, paymentIntentId } })),
      ),
    );

    expect(problems.map((problem) => problem?.status)).toEqual([404, 401]);
    expect(await fixture.as(admin).listContributions()).toEqual([]);
    expect(await fixture.announced(succeeded)).toEqual([]);
  });

  it.each(['stripe', 'cashfree'] as const)(
    'cannot be logged with the %s payment of a purchase or a fee (PAY-35)',
    async (provider) => {
      await using fixture = await bootPayments();
      const purchase = await start(fixture, provider);
      await purchase.pay();
      const fee = await give(fixture, { ...person, amount: 50_000, purpose: 'virtual-run' });
      await fixture.pay.stripe(fee.secret);
      const before = await fixture.orders.find().sort({ _id: 1 }).toArray();

      const problems = [
        await problemOf(purchase.api.logContribution({ body: { paymentIntentId: purchase.reference } })),
        await problemOf(purchase.api.logContribution({ body: { paymentIntentId: fee.reference } })),
        await problemOf(fee.visitor.logContribution({ body: { paymentIntentId: fee.reference } })),
      ];

      // A Cashfree id may not match the format of a Stripe payment id.
      expect(problems.every((problem) => [400, 404].includes(problem?.status ?? 200))).toBe(true);
      expect(problems.at(-1)?.detail).toBe('Contribution not found');
      expect(await fixture.orders.find().sort({ _id: 1 }).toArray()).toEqual(before);
      expect(await fixture.as(admin).listContributions()).toEqual([]);
      expect(await fixture.announced(succeeded)).toEqual([]);
    },
  );

  it('of a signed-in account is private, and part of its history', async () => {
    await using fixture = await bootPayments();
    const { orderId } = await fixture.api.createPayment({ body: contribution });

    const mine = await fixture.api.listMyOrders();
    const others = [fixture.as('visitor'), fixture.as(testUser())].map((api) =>
      problemOf(api.getOrder({ params: { orderId } })),
    );

    expect(mine).toMatchObject([{ orderId, purpose: 'contribution' }]);
    expect((await Promise.all(others)).map((problem) => problem?.status)).toEqual([401, 404]);
  });

  it('has no step that puts it in a library', async () => {
    await using fixture = await bootPayments();
    const started = await fixture.api.createPayment({ body: contribution });
    const { orderId } = started;
    await fixture.pay.cashfree(started.provider === 'cashfree' ? started.paymentSessionId : '');
    await fixture.api.verifyCashfree({ body: { orderId } });
    await fixture.service.runWork();

    const { fulfilled, history } = await fixture.api.getOrder({ params: { orderId } });

    expect(fulfilled).toBe(true);
    expect(history?.map(({ step }) => step)).toEqual(['placed', 'paid']);
  });

  it('sent twice is one; paid and sent again within a minute is two (PAY-34)', async () => {
    await using fixture = await bootPayments();
    const [first, again] = [await give(fixture, contribution), await give(fixture, contribution)];
    await fixture.pay.cashfree(first.secret);
    await first.visitor.verifyCashfree({ body: { orderId: first.orderId } });
    const second = await give(fixture, contribution);

    expect(again.orderId).toBe(first.orderId);
    expect(second.orderId).not.toBe(first.orderId);
  });

  it('gets a mail with a neutral subject', async () => {
    await using fixture = await bootPayments();
    const { secret, orderId, visitor } = await give(fixture, contribution);
    await fixture.pay.cashfree(secret);
    await visitor.verifyCashfree({ body: { orderId } });

    await fixture.service.runWork();

    const [mail, ...more] = await fixture.mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: ['asha@example.org'], subject: 'Thank you' });
    expect(mail?.text).toContain('₹500');
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/library|contribut|archive|queer/i);
  });

  it('that was refunded is published once', async () => {
    await using fixture = await bootPayments();
    const order = await give(fixture, contribution);
    await post(fixture, signedWebhook('cashfree', 'success', order));

    for (let turn = 0; turn < 2; turn += 1) await post(fixture, signedWebhook('cashfree', 'refund', order));

    expect(await fixture.announced(refunded)).toMatchObject([
      { data: { orderId: order.orderId, userId: null } },
    ]);
    expect(await fixture.announced('payments.payment-refunded.v1')).toEqual([]);
  });
});
