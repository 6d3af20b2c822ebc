/** Gifts of money: no login, no items, the amount that was typed. */
import { testUser } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import { admin, give, person, refusalOf, start } from './buying.ts';
import { post, signedFact } from './webhooks.ts';
import { openedBy, openWorld } from './world.ts';

const succeeded = 'payments.contribution-succeeded.v1';
const refunded = 'payments.contribution-refunded.v1';
const wish = {
  ...person,
  amount: 50_000,
  isContribution: true,
  returnUrl: 'http://shop.test/payment-success',
};
const abroad = { ...wish, amount: 600, country: 'US' };

describe('a contribution', () => {
  it.each([
    ['IN', wish, 'cashfree', 50_000, 'INR'],
    ['US', abroad, 'stripe', 600, 'USD'],
  ] as const)(
    'from %s needs no login, and is charged as typed in the currency of the place (PAY-11, PAY-12, PAY-27, PAY-30)',
    async (_place, body, provider, amountMinor, currency) => {
      await using world = await openWorld();

      const { orderId, visitor } = await give(world, body);

      expect(await world.ledger()).toMatchObject([{ provider, amountMinor, currency }]);
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
      'a return to a strange place',
      { returnUrl: 'https://evil.example/' },
      'returnUrl is not allowed',
      '/body/returnUrl',
    ],
    ['Stripe in India', { provider: 'stripe' }, 'Provider and country do not match', '/body/provider'],
    ['dollars in India', { currency: 'USD' }, 'Provider and currency do not match', '/body/currency'],
  ])('with %s is refused, and no provider hears of it (PAY-13)', async (_what, change, sentence, pointer) => {
    await using world = await openWorld();

    const problem = await refusalOf(
      world.as('visitor').createPayment({ body: { ...wish, ...change } as object }),
    );

    expect(problem).toMatchObject({ status: 400, detail: sentence, errors: [{ pointer, detail: sentence }] });
    expect(await world.ledger()).toEqual([]);
  });

  it('of one rupee is taken (PAY-13, PAY-37)', async () => {
    await using world = await openWorld();

    await give(world, { ...wish, amount: 100 });

    expect(await world.ledger()).toMatchObject([{ amountMinor: 100, currency: 'INR' }]);
  });

  it('that the provider refuses says Payment initiation failed. (PAY-37)', async () => {
    await using world = await openWorld();
    await world.knob({ target: 'cashfree.orders.create', status: 400 });

    const problem = await refusalOf(world.as('visitor').createPayment({ body: wish }));

    expect(problem).toMatchObject({ status: 502, detail: 'Payment initiation failed.' });
  });

  it('is completed by the page, by the webhook and by the sweeper, and counts once (PAY-25, PAY-36)', async () => {
    await using world = await openWorld();
    const byPage = await give(world, abroad);
    const byWebhook = await give(world, { ...wish, amount: 20_000 });
    const bySweeper = await give(world, { ...wish, amount: 30_000 });
    await world.pay.stripe(byPage.secret);
    await world.pay.cashfree(bySweeper.secret);

    for (let turn = 0; turn < 2; turn += 1) {
      const body = {
        paymentIntentId: byPage.reference,
        ...person,
        amount: 600,
        currency: 'USD',
        country: 'US',
      };
      expect(await byPage.visitor.confirmStripe({ body })).toMatchObject({ paid: true, granted: [] });
      await post(world, signedFact('cashfree', 'success', byWebhook));
      world.service.clock.advance(21_000);
      await world.service.runJob('sweep-orders');
    }

    const events = await world.announced(succeeded);
    expect(events.map(({ data }) => data)).toMatchObject([
      { orderId: byPage.orderId, userId: null, total: { minor: 600, currency: 'USD' } },
      { orderId: byWebhook.orderId, userId: null, total: { minor: 20_000, currency: 'INR' } },
      { orderId: bySweeper.orderId, userId: null, total: { minor: 30_000, currency: 'INR' } },
    ]);
    expect(JSON.stringify(await world.service.announced())).not.toMatch(/asha/i);
    expect(await world.orders.countDocuments({ fulfilledAt: null })).toBe(0);
  });

  it('logged by the page is a harmless repeat: what Stripe says counts (PAY-14, PAY-15, PAY-35)', async () => {
    await using world = await openWorld();
    const { visitor, reference, secret, orderId } = await give(world, abroad);
    const claim = {
      ...person,
      paymentIntentId: reference,
      contact: '1',
      amount: 99_999_999,
      currency: 'INR',
    };

    const before = await visitor.logContribution({ body: claim });
    await world.pay.stripe(secret);
    const after = [
      await visitor.logContribution({ body: claim }),
      await visitor.logContribution({ body: claim }),
    ];

    expect(before).toEqual({ ok: true, orderId, status: 'pending', paid: false });
    expect(after).toEqual([1, 2].map(() => ({ ok: true, orderId, status: 'paid', paid: true })));
    expect(await world.announced(succeeded)).toMatchObject([
      { data: { total: { minor: 600, currency: 'USD' } } },
    ]);
  });

  it('with an invented payment is never shown as paid (S41)', async () => {
    await using world = await openWorld();
    const purchase = openedBy(
      await world.api.createPayment({ body: { items: [{ media: 'm1' }], country: 'US' } }),
    );
    await world.pay.stripe(purchase.secret);

    const problems = await Promise.all(
      ['pi_invented', purchase.reference].map((paymentIntentId) =>
        refusalOf(world.as('visitor').logContribution({ body: { ...abroad, paymentIntentId } })),
      ),
    );

    expect(problems.map((problem) => problem?.status)).toEqual([404, 401]);
    expect(await world.as(admin).listContributions()).toEqual([]);
    expect(await world.announced(succeeded)).toEqual([]);
  });

  it.each(['stripe', 'cashfree'] as const)(
    'is never made of a purchase or a fee: their %s payment is refused by the log, which changes nothing (PAY-35)',
    async (rail) => {
      await using world = await openWorld();
      const purchase = await start(world, rail);
      await purchase.pay();
      const fee = await give(world, { ...person, amount: 50_000, purpose: 'virtual-run' });
      await world.pay.stripe(fee.secret);
      const before = await world.orders.find().sort({ _id: 1 }).toArray();

      const problems = [
        await refusalOf(purchase.api.logContribution({ body: { paymentIntentId: purchase.reference } })),
        await refusalOf(purchase.api.logContribution({ body: { paymentIntentId: fee.reference } })),
        await refusalOf(fee.visitor.logContribution({ body: { paymentIntentId: fee.reference } })),
      ];

      // An id of Cashfree may not even look like a payment of Stripe.
      expect(problems.every((problem) => [400, 404].includes(problem?.status ?? 200))).toBe(true);
      expect(problems.at(-1)?.detail).toBe('Contribution not found');
      expect(await world.orders.find().sort({ _id: 1 }).toArray()).toEqual(before);
      expect(await world.as(admin).listContributions()).toEqual([]);
      expect(await world.announced(succeeded)).toEqual([]);
    },
  );

  it('is listed for admins with its order, provider, status, amount and currency, and for nobody else (PAY-16)', async () => {
    await using world = await openWorld();
    const { orderId, secret, visitor } = await give(world, wish);
    await world.pay.cashfree(secret);
    await visitor.verifyCashfree({ body: { orderId } });
    await world.api.createPayment({ body: { items: [{ media: 'm1' }] } });

    const listed = await world.as(admin).listContributions();

    expect(listed).toMatchObject([
      {
        _id: orderId,
        provider: 'cashfree',
        status: 'paid',
        amount: 500,
        amountMinor: 50_000,
        currency: 'INR',
      },
    ]);
    expect(listed[0]?.order).toMatch(/^ST-/);
    expect(JSON.stringify(listed)).not.toMatch(/asha/i);
    expect((await refusalOf(world.api.listContributions()))?.status).toBe(403);
    expect((await refusalOf(world.as('visitor').listContributions()))?.status).toBe(401);
  });

  it('of somebody signed in is theirs alone, and stands in their history', async () => {
    await using world = await openWorld();
    const { orderId } = await world.api.createPayment({ body: wish });

    const mine = await world.api.listMyOrders();
    const others = [world.as('visitor'), world.as(testUser())].map((api) =>
      refusalOf(api.getOrder({ params: { orderId } })),
    );

    expect(mine).toMatchObject([{ orderId, purpose: 'contribution' }]);
    expect((await Promise.all(others)).map((problem) => problem?.status)).toEqual([401, 404]);
  });

  it('pressed twice is one; given twice within a minute is two (PAY-34)', async () => {
    await using world = await openWorld();
    const [first, again] = [await give(world, wish), await give(world, wish)];
    await world.pay.cashfree(first.secret);
    await first.visitor.verifyCashfree({ body: { orderId: first.orderId } });
    const second = await give(world, wish);

    expect(again.orderId).toBe(first.orderId);
    expect(second.orderId).not.toBe(first.orderId);
  });

  it('is thanked for by a mail whose subject says nothing', async () => {
    await using world = await openWorld();
    const { secret, orderId, visitor } = await give(world, wish);
    await world.pay.cashfree(secret);
    await visitor.verifyCashfree({ body: { orderId } });

    await world.service.runWork();

    const [mail, ...more] = await world.mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: ['asha@example.org'], subject: 'Thank you' });
    expect(mail?.text).toContain('₹500');
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/library|contribut|archive|queer/i);
  });

  it('that went back is told once', async () => {
    await using world = await openWorld();
    const order = await give(world, wish);
    await post(world, signedFact('cashfree', 'success', order));

    for (let turn = 0; turn < 2; turn += 1) await post(world, signedFact('cashfree', 'refund', order));

    expect(await world.announced(refunded)).toMatchObject([
      { data: { orderId: order.orderId, userId: null } },
    ]);
    expect(await world.announced('payments.payment-refunded.v1')).toEqual([]);
  });
});
