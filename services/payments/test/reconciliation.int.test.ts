import { describe, expect, it } from 'vitest';
import { admin, buy, rails, start } from './buying.ts';
import { openWorld, type StoredOrder, type World } from './world.ts';

const DAY_MS = 86_400_000;
const dayOf = (world: World, back = 0): string =>
  new Date(world.service.clock.now().getTime() - back * DAY_MS).toISOString().slice(0, 10);

/** A day has passed, and the job has run. @returns the report of the day that is over */
const nightOf = async (world: World) => {
  world.service.clock.advance(DAY_MS);
  await world.service.runJob('reconcile');
  const [report] = await world.as(admin).listReconciliations();
  return report;
};
const giveBack = async ({ sandboxUrl }: World, reference: string): Promise<void> => {
  const response = await fetch(`${sandboxUrl}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_x', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ payment_intent: reference }),
  });
  expect(response.status).toBe(200);
};

describe('every night the books are compared (P12)', () => {
  it('and when they agree the report is clean, of both rails, refunds and contributions included', async () => {
    await using world = await openWorld();
    const bought = await Promise.all(rails.map((rail) => buy(world, rail)));
    const back = await buy(world, 'cashfree');
    await start(world, 'stripe');
    const give = { name: 'Asha', email: 'asha@example.org', amount: 60_000, isContribution: true };
    const given = await world.as('visitor').createPayment({ body: give });
    if (given.provider === 'cashfree') await world.pay.cashfree(given.paymentSessionId);
    await world.as('visitor').verifyCashfree({ body: { orderId: given.orderId } });
    await world.as(admin).refundOrder({ params: { orderId: back.orderId }, body: { reason: 'Accident' } });
    await world.as(admin).refundOrder({
      params: { orderId: bought[0]?.orderId ?? '' },
      body: { reason: 'A part', amountMinor: 99 },
    });

    const report = await nightOf(world);

    expect(report).toMatchObject({
      day: dayOf(world, 1),
      isClean: true,
      moneyDiffPaise: 0,
      differences: [],
      providers: [
        { provider: 'cashfree', payments: 3, orders: 3, error: null },
        { provider: 'stripe', payments: 1, orders: 1, error: null },
      ],
    });
    expect((await world.service.said()).map(({ message }) => message.type)).not.toContain('books-differ');
  });

  it('and twenty planted differences of five kinds are found, no more, and admins are told', async () => {
    await using world = await openWorld();
    const planted: [kind: string, orderId: string | null, reference: string][] = [];
    const plant = async (kind: string, rail: 'stripe' | 'cashfree'): Promise<void> => {
      const order = await (kind === 'not-paid-there' ? start(world, rail) : buy(world, rail));
      const { orderId, reference } = order;
      const change = (fields: Partial<StoredOrder>) =>
        world.orders.updateOne({ _id: orderId }, { $set: fields });
      if (kind === 'unknown-payment') await world.orders.deleteOne({ _id: orderId });
      if (kind === 'not-paid-here')
        await change({ state: 'failed', rank: 2, paidAt: null, seen: [`lost-${orderId}`] });
      if (kind === 'not-paid-there')
        await change({ state: 'paid', rank: 5, paidAt: world.service.clock.now(), lookAt: null });
      if (kind === 'amount') await change({ 'amount.minor': order.minor + 100 });
      if (kind === 'refund') await change({ refundedMinor: 50 });
      planted.push([kind, orderId, reference]);
    };
    for (const kind of ['unknown-payment', 'not-paid-here', 'not-paid-there', 'amount', 'refund'])
      for (const rail of ['stripe', 'cashfree', 'stripe', 'cashfree'] as const) await plant(kind, rail);
    await buy(world, 'stripe');
    await buy(world, 'cashfree');

    const report = await nightOf(world);

    const found = report?.differences.map(({ kind, orderId, reference }) => [kind, orderId, reference]);
    const sorted = (rows: unknown[][] = []) => rows.map((row) => row.join()).sort();
    expect(sorted(found)).toEqual(sorted(planted));
    expect(report).toMatchObject({ isClean: false });
    expect(report?.moneyDiffPaise).toBeGreaterThan(0);
    expect((await world.service.said()).map(({ message }) => message.type)).toContain('books-differ');
  }, 60_000);

  it('and money or refunds that nobody told of are acted on', async () => {
    await using world = await openWorld();
    const paid = await start(world, 'cashfree');
    await paid.pay();
    const back = await buy(world, 'stripe');
    await world.knob({ target: 'stripe.*', dropWebhooks: true });
    await giveBack(world, back.reference);

    const report = await nightOf(world);
    world.service.clock.advance(1);
    const again = await world.as(admin).runReconciliation({ body: { day: report?.day ?? '' } });

    expect(report?.differences.map(({ kind }) => kind).sort()).toEqual(['not-paid-here', 'refund']);
    expect((await paid.order()).status).toBe('paid');
    expect((await back.order()).status).toBe('refunded');
    expect(again).toMatchObject({ isClean: true, moneyDiffPaise: 0 });
  });

  it('once, and again only while a provider could not be asked', async () => {
    await using world = await openWorld();
    await buy(world, 'stripe');
    await world.knob({ target: 'stripe.charges', status: 500 });

    const failed = await nightOf(world);
    await world.calm();
    await world.service.runJob('reconcile');
    const [done] = await world.as(admin).listReconciliations();
    await world.knob({ target: '*', status: 500 });
    await world.service.runJob('reconcile');
    const [still, ...more] = await world.as(admin).listReconciliations();

    expect(failed).toMatchObject({
      isClean: false,
      providers: [{ error: null }, { error: 'The books could not be read.' }],
    });
    expect(done).toMatchObject({ isClean: true });
    expect(still).toEqual(done);
    expect(more).toEqual([]);
  });

  it('and a look before the day is over does not stand for the night', async () => {
    await using world = await openWorld();
    await buy(world, 'stripe');

    const soFar = await world.as(admin).runReconciliation({ body: { day: dayOf(world) } });
    const night = await nightOf(world);

    expect(soFar).toMatchObject({ isClean: true, providers: [{}, { payments: 1 }] });
    expect(night?.day).toBe(soFar.day);
    expect(night?.ranAt).not.toBe(soFar.ranAt);
  });

  it('but not of a day that has not begun', async () => {
    await using world = await openWorld();

    const ahead = world.as(admin).runReconciliation({ body: { day: '2999-01-01' } });

    await expect(ahead).rejects.toMatchObject({ status: 400, message: 'That day has not begun' });
  });
});
