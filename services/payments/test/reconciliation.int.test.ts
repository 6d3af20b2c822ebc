import { bootService, freshSuffix } from '@satrangi/chassis/testing';
import { paymentsApi } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { nextCheckField } from '../src/orders/order-documents.store.ts';
import { payments } from '../src/service.ts';
import {
  bootPayments,
  controlOf,
  type PaymentsFixture,
  type StoredOrder,
  serviceEnv,
} from './boot-payments.ts';
import { admin, buy, providers, start } from './orders-fixture.ts';

const DAY_MS = 86_400_000;
const dayOf = (fixture: PaymentsFixture, back = 0): string =>
  new Date(fixture.service.clock.now().getTime() - back * DAY_MS).toISOString().slice(0, 10);

/** Advances one day and runs the job. @returns the report of the past day */
const nightOf = async (fixture: PaymentsFixture) => {
  fixture.service.clock.advance(DAY_MS);
  await fixture.service.runJob('reconcile');
  const [report] = await fixture.as(admin).listReconciliations();
  return report;
};
const giveBack = async ({ sandboxUrl }: PaymentsFixture, reference: string): Promise<void> => {
  const response = await fetch(`${sandboxUrl}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_x', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ payment_intent: reference }),
  });
  expect(response.status).toBe(200);
};

describe('the nightly reconciliation (P12)', () => {
  it('gives a clean report without differences, for both providers, refunds and contributions', async () => {
    await using fixture = await bootPayments();
    const bought = await Promise.all(providers.map((provider) => buy(fixture, provider)));
    const back = await buy(fixture, 'cashfree');
    await start(fixture, 'stripe');
    const give = { name: 'Asha', email: 'asha@example.org', amount: 60_000, isContribution: true };
    const given = await fixture.as('visitor').createPayment({ body: give });
    if (given.provider === 'cashfree') await fixture.pay.cashfree(given.paymentSessionId);
    await fixture.as('visitor').verifyCashfree({ body: { orderId: given.orderId } });
    await fixture.as(admin).refundOrder({ params: { orderId: back.orderId }, body: { reason: 'Accident' } });
    await fixture.as(admin).refundOrder({
      params: { orderId: bought[0]?.orderId ?? '' },
      body: { reason: 'A part', amountMinor: 99 },
    });

    const report = await nightOf(fixture);

    expect(report).toMatchObject({
      day: dayOf(fixture, 1),
      isClean: true,
      moneyDiffPaise: 0,
      differences: [],
      providers: [
        { provider: 'cashfree', payments: 3, orders: 3, error: null },
        { provider: 'stripe', payments: 1, orders: 1, error: null },
      ],
    });
    expect((await fixture.service.liveMessages()).map(({ message }) => message.type)).not.toContain(
      'books-differ',
    );
  });

  it.each(['first', 'second'])(
    'finds the second payment of an order when the webhook of its %s was lost',
    async (lost) => {
      await using fixture = await bootPayments();
      const order = await start(fixture, 'cashfree');
      const pay = (again: boolean, webhook: string) =>
        controlOf(fixture.sandboxUrl)('POST', '/cashfree/pay', {
          paymentSessionId: order.secret,
          outcome: 'success',
          again,
          webhook,
        });
      await pay(false, lost === 'first' ? 'skip' : 'send');
      if (lost === 'second') await expect.poll(order.state).toBe('paid');
      await pay(true, lost === 'first' ? 'send' : 'skip');
      await expect.poll(order.state).toBe('paid');
      await buy(fixture, 'cashfree');

      const report = await nightOf(fixture);

      expect(report?.differences).toMatchObject([
        { kind: 'unknown-payment', orderId: order.orderId, theirs: { minor: 49_900 } },
      ]);
      const { orders } = await fixture.as(admin).searchOrders({ query: { attention: 'true' } });
      expect(orders).toMatchObject([{ _id: order.orderId, refundable: { minor: 2 * 49_900 } }]);
      const repeated = await fixture.as(admin).runReconciliation({ body: { day: dayOf(fixture, 1) } });
      expect(repeated).toMatchObject({ isClean: true });
    },
  );

  it('finds twenty planted differences of five kinds, no more, and notifies admins', async () => {
    await using fixture = await bootPayments();
    const planted: [kind: string, orderId: string | null, reference: string][] = [];
    const plant = async (kind: string, provider: 'stripe' | 'cashfree'): Promise<void> => {
      const order = await (kind === 'not-paid-there' ? start(fixture, provider) : buy(fixture, provider));
      const { orderId, reference } = order;
      const change = (fields: Partial<StoredOrder>) =>
        fixture.orders.updateOne({ _id: orderId }, { $set: fields });
      if (kind === 'unknown-payment') await fixture.orders.deleteOne({ _id: orderId });
      if (kind === 'not-paid-here')
        await change({ state: 'failed', rank: 2, paidAt: null, seen: [`lost-${orderId}`] });
      if (kind === 'not-paid-there')
        await change({ state: 'paid', rank: 5, paidAt: fixture.service.clock.now(), [nextCheckField]: null });
      if (kind === 'amount') await change({ 'amount.minor': order.minor + 100 });
      if (kind === 'refund') await change({ refundedMinor: 50 });
      planted.push([kind, orderId, reference]);
    };
    for (const kind of ['unknown-payment', 'not-paid-here', 'not-paid-there', 'amount', 'refund'])
      for (const provider of ['stripe', 'cashfree', 'stripe', 'cashfree'] as const)
        await plant(kind, provider);
    await buy(fixture, 'stripe');
    await buy(fixture, 'cashfree');

    const report = await nightOf(fixture);

    const found = report?.differences.map(({ kind, orderId, reference }) => [kind, orderId, reference]);
    const sorted = (rows: unknown[][] = []) => rows.map((row) => row.join()).sort();
    expect(sorted(found)).toEqual(sorted(planted));
    expect(report).toMatchObject({ isClean: false });
    expect(report?.moneyDiffPaise).toBeGreaterThan(0);
    expect((await fixture.service.liveMessages()).map(({ message }) => message.type)).toContain(
      'books-differ',
    );
  }, 60_000);

  it('settles payments and refunds without webhooks', async () => {
    await using fixture = await bootPayments();
    const paid = await start(fixture, 'cashfree');
    await paid.pay();
    const back = await buy(fixture, 'stripe');
    await fixture.knob({ target: 'stripe.*', dropWebhooks: true });
    await giveBack(fixture, back.reference);

    const report = await nightOf(fixture);
    fixture.service.clock.advance(1);
    const again = await fixture.as(admin).runReconciliation({ body: { day: report?.day ?? '' } });

    expect(report?.differences.map(({ kind }) => kind).sort()).toEqual(['not-paid-here', 'refund']);
    expect((await paid.order()).status).toBe('paid');
    expect((await back.order()).status).toBe('refunded');
    expect(again).toMatchObject({ isClean: true, moneyDiffPaise: 0 });
  });

  it('runs once, and again only after a provider failed', async () => {
    await using fixture = await bootPayments();
    await buy(fixture, 'stripe');
    await fixture.knob({ target: 'stripe.charges', status: 500 });

    const failed = await nightOf(fixture);
    await fixture.clearKnobs();
    await fixture.service.runJob('reconcile');
    const [done] = await fixture.as(admin).listReconciliations();
    await fixture.knob({ target: '*', status: 500 });
    await fixture.service.runJob('reconcile');
    const [still, ...more] = await fixture.as(admin).listReconciliations();

    expect(failed).toMatchObject({
      isClean: false,
      providers: [{ error: null }, { error: 'The books could not be read.' }],
    });
    expect(done).toMatchObject({ isClean: true });
    expect(still).toEqual(done);
    expect(more).toEqual([]);
  });

  it('six requests at once on two replicas get one report', async () => {
    const suffix = freshSuffix();
    await using fixture = await bootPayments({ DB_SUFFIX: suffix });
    await using replica = await bootService(payments, {
      env: { DB_SUFFIX: suffix, ...serviceEnv({ smtpUrl: '' }, fixture.providerProxy.url) },
    });
    await buy(fixture, 'stripe');
    const replicas = [fixture.as(admin), replica.as(admin, paymentsApi)];
    const body = { day: dayOf(fixture) };

    const reports = await Promise.all(
      [...replicas, ...replicas, ...replicas].map((api) => api.runReconciliation({ body })),
    );

    expect(new Set(reports.map((report) => JSON.stringify(report)))).toHaveProperty('size', 1);
    expect(reports[0]).toMatchObject({ isClean: true, providers: [{}, { payments: 1 }] });
  });

  it('ignores a manual run before the end of the day', async () => {
    await using fixture = await bootPayments();
    await buy(fixture, 'stripe');

    const soFar = await fixture.as(admin).runReconciliation({ body: { day: dayOf(fixture) } });
    const night = await nightOf(fixture);

    expect(soFar).toMatchObject({ isClean: true, providers: [{}, { payments: 1 }] });
    expect(night?.day).toBe(soFar.day);
    expect(night?.ranAt).not.toBe(soFar.ranAt);
  });

  it('refuses a future day', async () => {
    await using fixture = await bootPayments();

    const ahead = fixture.as(admin).runReconciliation({ body: { day: '2999-01-01' } });

    await expect(ahead).rejects.toMatchObject({ status: 400, message: 'That day has not begun' });
  });
});
