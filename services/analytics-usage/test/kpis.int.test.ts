/** The numbers of the dashboard: from an event to the answer. */
import { anEvent, testUser } from '@satrangi/chassis/testing';
import {
  analyticsUsageApi,
  contributionSucceeded,
  liveTypes,
  runFeeSucceeded,
  userRegistered,
} from '@satrangi/contracts';
import { expect, it, vi } from 'vitest';
import { bootUsage, purchase, refund, refusal } from './boot-usage.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const ago = (ms: number): Date => new Date(Date.now() - ms);
const registered = (userId: string, time: Date) =>
  anEvent(userRegistered, {
    id: `registered-${userId}`,
    time,
    data: { userId, role: 'USER', tokenVersion: 0 },
  });
const money = { provider: 'stripe', total: { minor: 100_000, currency: 'INR' } } as const;

it('USE-03 USE-17 P79: a paid order is in the numbers by itself, and admins hear of it', async () => {
  await using usage = await bootUsage();
  await usage.service.deliver(purchase({ orderId: 'one' }));

  await vi.waitFor(async () => expect((await usage.admin.getKpis()).totalRevenue).toBe(499), 30_000);
  expect(await usage.admin.getKpis()).toEqual({
    activeUsers: 1,
    conversionRate: 100,
    totalRevenue: 499,
    paidOrders: 1,
    virtualRegistrationsCount: 0,
    returningUsersRate: 0,
    avgTimeToPurchaseHours: 0,
    mediaBreakdown: {
      eBook: 0,
      'Short film': 0,
      Documentary: 0,
      'Audio story': 0,
      Magazine: 0,
      'Oral history': 0,
    },
  });
  const live = (await usage.service.liveMessages()).filter(
    ({ message }) => message.type === liveTypes.kpiUpdated,
  );
  expect(live.length).toBeGreaterThan(0);
  for (const { audience } of live) expect(audience).toEqual({ to: 'admins' });
});

it('USE-08 totalRevenue is paid purchases in rupees, refunds subtracted; gifts and run fees are apart', async () => {
  await using usage = await bootUsage();
  await usage.service.deliver(purchase({ orderId: 'rupees', minor: 49_900 }));
  await usage.service.deliver(purchase({ orderId: 'dollars', minor: 599, currency: 'USD' }));
  await usage.service.deliver(
    refund({ orderId: 'rupees', refundId: 'part', rupeesMinor: 10_000, isWhole: false }),
  );
  await usage.service.deliver(
    refund({ orderId: 'dollars', refundId: 'all', rupeesMinor: 52_712, isWhole: true }),
  );
  await usage.service.deliver(
    anEvent(contributionSucceeded, { data: { ...money, orderId: 'gift', userId: null } }),
  );
  await usage.service.deliver(
    anEvent(runFeeSucceeded, { data: { ...money, orderId: 'fee', userId: null, paymentId: 'pi_1' } }),
  );
  await usage.service.deliver(
    refund({
      orderId: 'gift',
      refundId: 'back',
      rupeesMinor: 100_000,
      isWhole: true,
      purpose: 'contribution',
    }),
  );
  await usage.count();

  expect(await usage.admin.getKpis()).toMatchObject({ totalRevenue: 399, paidOrders: 1 });
  const today = (await usage.admin.getSeries({ query: { metric: 'contributions' } })).at(-1);
  expect(today?.value).toBe(0);
  expect((await usage.admin.getSeries({ query: { metric: 'runFees' } })).at(-1)?.value).toBe(1_000);
});

it('USE-13 an event that comes twice, or in another order, changes nothing', async () => {
  await using usage = await bootUsage();
  const events = [
    refund({ orderId: 'one', refundId: 'part', rupeesMinor: 9_900, isWhole: false }),
    purchase({ orderId: 'one' }),
    purchase({ orderId: 'two' }),
  ];
  for (const event of [...events, ...events.toReversed()]) {
    await usage.service.deliver(event);
    await usage.count();
  }
  expect(await usage.admin.getKpis()).toMatchObject({ totalRevenue: 899, paidOrders: 2 });
});

it('USE-06 USE-08 rates and times: active in 30 days, buyers of them, seen on two days, hours to the first payment', async () => {
  await using usage = await bootUsage();
  const { deliver } = usage.service;
  // long ago, came back to buy twice
  await deliver(registered('buyer', ago(40 * DAY_MS)));
  await deliver(purchase({ orderId: 'a', userId: 'buyer', time: ago(10 * DAY_MS) }));
  await deliver(purchase({ orderId: 'b', userId: 'buyer', time: ago(4 * DAY_MS) }));
  // registered and bought three hours later
  await deliver(registered('fast', ago(2 * DAY_MS)));
  await deliver(purchase({ orderId: 'c', userId: 'fast', time: ago(2 * DAY_MS - 3 * HOUR_MS) }));
  await deliver(registered('curious', ago(DAY_MS)));
  await deliver(registered('gone', ago(31 * DAY_MS)));
  await deliver(purchase({ orderId: 'd', userId: 'gone-buyer', time: ago(50 * DAY_MS) }));
  await usage.count();
  const kpis = await usage.admin.getKpis();

  expect(kpis).toMatchObject({ activeUsers: 3, conversionRate: 66.7, paidOrders: 4 });
  // 30 days, 3 hours, and 0 for the one whose first event is the payment
  expect(kpis.avgTimeToPurchaseHours).toBe(241);
  expect([33.3, 66.7]).toContain(kpis.returningUsersRate);
  usage.service.clock.advance(28 * DAY_MS);
  expect(await usage.admin.getKpis()).toMatchObject({ activeUsers: 2, returningUsersRate: 0 });
});

it('USE-04 USE-09 recent events are newest first, 100, and name nobody', async () => {
  await using usage = await bootUsage();
  for (let n = 0; n < 105; n += 1)
    await usage.service.deliver(purchase({ orderId: `o${n}`, time: ago((200 - n) * 1_000) }));
  const events = await usage.admin.listRecentEvents();

  expect(events).toHaveLength(100);
  expect(events[0]).toMatchObject({ _id: 'paid-o104', title: 'Order paid: ₹499', kind: 'purchase-paid' });
  expect(events.map(({ date }) => date)).toEqual(
    events
      .map(({ date }) => date)
      .toSorted()
      .toReversed(),
  );
  expect(JSON.stringify(events)).not.toContain('reader');
});

it('numbers are for admins only', async () => {
  await using usage = await bootUsage();
  const reader = usage.service.as(testUser(), analyticsUsageApi);

  expect(await refusal(usage.visitor.getKpis())).toMatchObject({ status: 401 });
  expect(await refusal(reader.getKpis())).toMatchObject({ status: 403 });
  expect(await refusal(reader.listRecentEvents())).toMatchObject({ status: 403 });
});

it('a series has one value for each day of Kolkata and refuses too many', async () => {
  await using usage = await bootUsage();
  await usage.service.deliver(purchase({ orderId: 'late', time: new Date('2026-10-01T18:29:59.999Z') }));
  await usage.service.deliver(purchase({ orderId: 'next', time: new Date('2026-10-01T18:30:00.000Z') }));
  await usage.count();
  const series = (from: string, to: string) =>
    usage.admin.getSeries({ query: { metric: 'revenue', from, to } });

  expect(await series('2026-09-30', '2026-10-02')).toEqual([
    { day: '2026-09-30', value: 0 },
    { day: '2026-10-01', value: 499 },
    { day: '2026-10-02', value: 499 },
  ]);
  expect(await refusal(series('2026-10-02', '2026-10-01'))).toMatchObject({ status: 400 });
  expect(await refusal(series('2024-10-02', '2026-10-01'))).toMatchObject({ status: 400 });
});
