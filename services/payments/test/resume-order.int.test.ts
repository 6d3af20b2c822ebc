import { testUser } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import { buy, give, person, rails, refusalOf, start } from './buying.ts';
import { media, openedBy, openWorld, type World } from './world.ts';

type Started = Awaited<ReturnType<typeof start>>;
const at = ({ orderId }: { orderId: string }) => ({ params: { orderId } });
const resume = (order: Started) => order.api.resumeOrder(at(order));
const succeeded = 'payments.payment-succeeded.v1';

/** What nobody may lose: every payment taken is granted, on its way back, or reported to a person. */
const accounts = async (world: World) => {
  const paid = (await world.ledger()).filter(({ isPaid }) => isPaid).length;
  const granted = (await world.announced(succeeded)).length;
  const held = await world.orders.countDocuments({ heldBack: { $exists: true } });
  return { paid, granted, held };
};

describe('Continue payment', () => {
  it.each(rails)('%s: answers what create answered, and the order is paid once', async (rail) => {
    await using world = await openWorld();
    const order = await start(world, rail);

    const [one, two] = await Promise.all([resume(order), resume(order)]);
    await order.pay();
    await order.confirm();

    expect([openedBy(one), openedBy(two)]).toEqual(
      [order, order].map(({ orderId, minor, reference, secret }) => ({ orderId, minor, reference, secret })),
    );
    expect(await accounts(world)).toEqual({ paid: 1, granted: 1, held: 0 });
  });

  it('goes on after a declined card, and starts what the provider never answered', async () => {
    await using world = await openWorld();
    const declined = await start(world, 'stripe');
    await world.pay.stripe(declined.secret, 'failed');
    await declined.confirm().catch(() => undefined);
    await world.knob({ target: 'cashfree.orders.create', status: 502, times: 2 });
    const user = testUser();
    const body = { items: [{ media: 'm1' }], country: 'IN' };
    const unanswered = await refusalOf(world.as(user).createPayment({ body }));
    const [waiting] = await world.as(user).listMyOrders();

    const again = await resume(declined);
    const begun = await world.as(user).resumeOrder(at({ orderId: waiting?.orderId ?? '' }));

    expect(unanswered?.code).toBe('provider-failed');
    expect(again.orderId).toBe(declined.orderId);
    expect(begun).toMatchObject({ provider: 'cashfree', orderId: waiting?.orderId });
    expect(await world.ledger()).toHaveLength(2);
  });

  it.each(rails)('%s: finds a payment whose webhook is lost, and offers no second one', async (rail) => {
    await using world = await openWorld();
    const order = await start(world, rail);
    await order.pay();

    const refused = await refusalOf(resume(order));

    expect(refused).toMatchObject({
      status: 409,
      code: 'too-late',
      detail: 'This order is already paid',
      data: { status: 'paid' },
    });
    expect(await accounts(world)).toEqual({ paid: 1, granted: 1, held: 0 });
  });

  it('is for its buyer alone, and never without a login', async () => {
    await using world = await openWorld();
    const order = await start(world, 'stripe');
    const gift = await give(world, { ...person, amount: 50_000, isContribution: true });

    const stranger = world.as(testUser());
    const refused = await Promise.all([
      refusalOf(stranger.resumeOrder(at(order))),
      refusalOf(stranger.cancelOrder(at(order))),
      refusalOf(stranger.resumeOrder({ params: { orderId: order.reference } })),
      refusalOf(stranger.cancelOrder(at(gift))),
      refusalOf(world.as('visitor').resumeOrder(at(order))),
      refusalOf(world.as('visitor').cancelOrder(at(order))),
    ]);

    expect(refused.map((problem) => problem?.status)).toEqual([404, 404, 404, 404, 401, 401]);
    expect((await order.order()).status).toBe('pending');
  });

  it.each([
    [{ priceUSD: 7.99 }, 'price-changed', { amount: 799, currency: 'USD' }],
    [{ status: 'withdrawn' }, 'price-not-available', undefined],
    [{ priceUSD: 0, priceINR: 0 }, 'already-owned', undefined],
  ] as const)('is refused when the item is %o now', async (change, code, data) => {
    await using world = await openWorld();
    const order = await start(world, 'stripe');
    await world.service.deliver(media({ version: 2, ...change }));

    const refused = await refusalOf(resume(order));

    expect(refused).toMatchObject({ code, ...(data ? { data } : {}) });
  });

  it('is refused when another order brought the item, and when the day is nearly over', async () => {
    await using world = await openWorld();
    const user = testUser();
    const abroad = await start(world, 'stripe', {}, user);
    await world.orders.updateOne({ _id: abroad.orderId }, { $unset: { basket: 1 } });
    await buy(world, 'cashfree', {}, user);
    const old = await start(world, 'cashfree');
    const { payUntil } = await old.order();

    const owned = await refusalOf(resume(abroad));
    world.service.clock.advance(23 * 3_600_000);
    const over = await refusalOf(resume(old));

    expect([owned?.code, over?.code]).toEqual(['already-owned', 'too-late']);
    expect(Date.parse(payUntil ?? '')).toBeLessThanOrEqual(world.service.clock.now().getTime());
  });

  it('works for a contribution and a fee of somebody who is signed in', async () => {
    await using world = await openWorld();
    const body = { ...person, amount: 50_000, isContribution: true };
    const gift = await world.api.createPayment({ body });

    const again = await world.api.resumeOrder(at(gift));
    const ended = await world.api.cancelOrder(at(gift));

    expect(again).toEqual(gift);
    expect(ended).toMatchObject({ status: 'expired', purpose: 'contribution' });
  });
});
