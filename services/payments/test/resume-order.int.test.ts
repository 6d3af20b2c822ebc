import { testUser } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import { bootPayments, media, type PaymentsFixture, startedOrder } from './boot-payments.ts';
import { buy, give, person, problemOf, providers, start } from './orders-fixture.ts';

type Started = Awaited<ReturnType<typeof start>>;
const at = ({ orderId }: { orderId: string }) => ({ params: { orderId } });
const resume = (order: Started) => order.api.resumeOrder(at(order));
const succeeded = 'payments.payment-succeeded.v1';

/** Invariant: every payment is granted, being refunded, or reported to an admin. */
const accounts = async (fixture: PaymentsFixture) => {
  const paid = (await fixture.ledger()).filter(({ isPaid }) => isPaid).length;
  const granted = (await fixture.announced(succeeded)).length;
  const held = await fixture.orders.countDocuments({ heldBack: { $exists: true } });
  return { paid, granted, held };
};

describe('Continue payment', () => {
  it.each(providers)('%s: returns the response of create, and the order is paid once', async (provider) => {
    await using fixture = await bootPayments();
    const order = await start(fixture, provider);

    const [one, two] = await Promise.all([resume(order), resume(order)]);
    await order.pay();
    await order.confirm();

    expect([startedOrder(one), startedOrder(two)]).toEqual(
      [order, order].map(({ orderId, minor, reference, secret }) => ({ orderId, minor, reference, secret })),
    );
    expect(await accounts(fixture)).toEqual({ paid: 1, granted: 1, held: 0 });
  });

  it('resumes after a declined card, and starts an order without a provider response', async () => {
    await using fixture = await bootPayments();
    const declined = await start(fixture, 'stripe');
    await fixture.pay.stripe(declined.secret, 'failed');
    await declined.confirm().catch(() => undefined);
    await fixture.knob({ target: 'cashfree.orders.create', status: 502, times: 2 });
    const user = testUser();
    const body = { items: [{ media: 'm1' }], country: 'IN' };
    const unanswered = await problemOf(fixture.as(user).createPayment({ body }));
    const [waiting] = await fixture.as(user).listMyOrders();

    const again = await resume(declined);
    const begun = await fixture.as(user).resumeOrder(at({ orderId: waiting?.orderId ?? '' }));

    expect(unanswered?.code).toBe('provider-failed');
    expect(again.orderId).toBe(declined.orderId);
    expect(begun).toMatchObject({ provider: 'cashfree', orderId: waiting?.orderId });
    expect(await fixture.ledger()).toHaveLength(2);
  });

  it.each(providers)(
    '%s: finds a payment whose webhook was lost, and starts no second one',
    async (provider) => {
      await using fixture = await bootPayments();
      const order = await start(fixture, provider);
      await order.pay();

      const refused = await problemOf(resume(order));

      expect(refused).toMatchObject({
        status: 409,
        code: 'too-late',
        detail: 'This order is already paid',
        data: { status: 'paid' },
      });
      expect(await accounts(fixture)).toEqual({ paid: 1, granted: 1, held: 0 });
    },
  );

  it('requires the login of the buyer', async () => {
    await using fixture = await bootPayments();
    const order = await start(fixture, 'stripe');
    const gift = await give(fixture, { ...person, amount: 50_000, isContribution: true });

    const stranger = fixture.as(testUser());
    const refused = await Promise.all([
      problemOf(stranger.resumeOrder(at(order))),
      problemOf(stranger.cancelOrder(at(order))),
      problemOf(stranger.resumeOrder({ params: { orderId: order.reference } })),
      problemOf(stranger.cancelOrder(at(gift))),
      problemOf(fixture.as('visitor').resumeOrder(at(order))),
      problemOf(fixture.as('visitor').cancelOrder(at(order))),
    ]);

    expect(refused.map((problem) => problem?.status)).toEqual([404, 404, 404, 404, 401, 401]);
    expect((await order.order()).status).toBe('pending');
  });

  it.each([
    [{ priceUSD: 7.99 }, 'price-changed', { amount: 799, currency: 'USD' }],
    [{ status: 'withdrawn' }, 'price-not-available', undefined],
    [{ priceUSD: 0, priceINR: 0 }, 'already-owned', undefined],
  ] as const)('is refused when the item is %o now', async (change, code, data) => {
    await using fixture = await bootPayments();
    const order = await start(fixture, 'stripe');
    await fixture.service.deliver(media({ version: 2, ...change }));

    const refused = await problemOf(resume(order));

    expect(refused).toMatchObject({ code, ...(data ? { data } : {}) });
  });

  it('is refused when the item is owned by another order, and shortly before expiry', async () => {
    await using fixture = await bootPayments();
    const user = testUser();
    const abroad = await start(fixture, 'stripe', {}, user);
    await fixture.orders.updateOne({ _id: abroad.orderId }, { $unset: { basket: 1 } });
    await buy(fixture, 'cashfree', {}, user);
    const old = await start(fixture, 'cashfree');
    const { payUntil } = await old.order();

    const owned = await problemOf(resume(abroad));
    fixture.service.clock.advance(23 * 3_600_000);
    const over = await problemOf(resume(old));

    expect([owned?.code, over?.code]).toEqual(['already-owned', 'too-late']);
    expect(Date.parse(payUntil ?? '')).toBeLessThanOrEqual(fixture.service.clock.now().getTime());
  });

  it('works for a contribution and a fee of a signed-in buyer', async () => {
    await using fixture = await bootPayments();
    const body = { ...person, amount: 50_000, isContribution: true };
    const gift = await fixture.api.createPayment({ body });

    const again = await fixture.api.resumeOrder(at(gift));
    const ended = await fixture.api.cancelOrder(at(gift));

    expect(again).toEqual(gift);
    expect(ended).toMatchObject({ status: 'expired', purpose: 'contribution' });
  });
});
