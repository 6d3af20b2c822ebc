/** The numbers of the dashboard: from an event to the answer. */
import { anEvent, testUser } from '@satrangi/chassis/testing';
import {
  analyticsUsageApi,
  contributionSucceeded,
  kolkataDay,
  liveTypes,
  paymentsSnapshotRequested,
  registrationCancelled,
  runFeeSucceeded,
  runRegistered,
  submissionReceived,
  userRegistered,
  virtualRunSnapshotRequested,
} from '@satrangi/contracts';
import { expect, it, vi } from 'vitest';
import { bootUsage, item, purchase, refund, refusal } from './boot-usage.ts';

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

it('P79: numbers that a request computed again are announced to the other dashboards', async () => {
  await using usage = await bootUsage();
  await usage.service.deliver(registered('reader', new Date()));
  await usage.count();
  expect((await usage.admin.getKpis()).activeUsers).toBe(1);
  const announced = async () =>
    (await usage.service.liveMessages()).filter(({ message }) => message.type === liveTypes.kpiUpdated)
      .length;
  const before = await announced();
  usage.service.clock.advance(31 * DAY_MS);

  expect((await usage.admin.getKpis()).activeUsers).toBe(0);
  await vi.waitFor(async () => expect(await announced()).toBe(before + 1), 5_000);
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

it('USE-04 USE-09 recent events are newest first, 100, and identify no person', async () => {
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

const runner = (n: number, at: Date) =>
  anEvent(runRegistered, {
    id: `runner-${n}`,
    data: {
      registrationId: `r${n}`,
      eventId: 'run',
      source: n === 0 ? 'admin' : 'web',
      activityType: 'walk',
      rupeesMinor: 30_000,
      at: at.toISOString(),
    },
  });

it('USE-03 virtualRegistrationsCount is registrations minus cancelled ones, in any order and number', async () => {
  await using usage = await bootUsage();
  const cancelled = anEvent(registrationCancelled, {
    id: 'cancelled-2',
    data: { registrationId: 'r2', eventId: 'run', reason: 'refund' },
  });
  for (const event of [cancelled, runner(0, ago(DAY_MS)), runner(1, ago(HOUR_MS)), runner(2, ago(HOUR_MS))]) {
    await usage.service.deliver(event);
    await usage.service.deliver(event);
  }
  await usage.count();

  expect(await usage.admin.getKpis()).toMatchObject({ virtualRegistrationsCount: 2, totalRevenue: 0 });
  const days = await usage.admin.getSeries({ query: { metric: 'registrations' } });
  expect(days.reduce((sum, { value }) => sum + value, 0)).toBe(2);
  expect((await usage.admin.listRecentEvents()).map(({ title }) => title)).toEqual([
    'Run registration cancelled',
    'Runner registered',
    'Runner registered',
    'Runner registered',
  ]);
});

it('USE-10 mediaBreakdown is the published items of each of the six kinds, by the names of the shop', async () => {
  await using usage = await bootUsage();
  for (const event of [
    item('b1', 'ebook'),
    item('b2', 'ebook'),
    item('b3', 'ebook'),
    item('b3', 'ebook', { version: 2, status: 'withdrawn' }),
    item('f1', 'short-film'),
    item('m1', 'magazine'),
    item('m1', 'magazine'),
  ])
    await usage.service.deliver(event);
  await usage.count();

  expect((await usage.admin.getKpis()).mediaBreakdown).toEqual({
    eBook: 2,
    'Short film': 1,
    Documentary: 0,
    'Audio story': 0,
    Magazine: 1,
    'Oral history': 0,
  });
});

it('USE-09 an added item is a recent event with its title, and without its creator', async () => {
  await using usage = await bootUsage();
  await usage.service.deliver(item('one', 'ebook'));
  const events = await usage.admin.listRecentEvents();

  expect(events).toMatchObject([{ title: 'Item added: A work', kind: 'item-added' }]);
  expect(JSON.stringify(events)).not.toContain('A writer');
});

it('USE-09 a submitted work is a recent event, without its author or name', async () => {
  await using usage = await bootUsage();
  await usage.service.deliver(
    anEvent(submissionReceived, {
      id: 'submitted',
      data: { submissionId: 's1', mediaType: 'ebook', hasFile: true, at: ago(HOUR_MS).toISOString() },
    }),
  );

  expect(await usage.admin.listRecentEvents()).toMatchObject([
    { _id: 'submitted', title: 'Work submitted', kind: 'submission-received' },
  ]);
});

it('USE-16 a payment counts on the day it was paid, at the rate of that day, however late its event arrives', async () => {
  await using usage = await bootUsage();
  const event = purchase({ orderId: 'old', minor: 599, currency: 'USD' });
  const paidAt = ago(5 * DAY_MS);
  await usage.service.deliver({
    ...event,
    data: { ...event.data, paidAt: paidAt.toISOString(), rupeesMinor: 51_000 },
  });
  await usage.count();

  expect(await usage.admin.getKpis()).toMatchObject({ totalRevenue: 510 });
  const paid = (await usage.admin.getSeries({ query: { metric: 'revenue' } })).filter(
    ({ value }) => value > 0,
  );
  expect(paid).toEqual([{ day: kolkataDay(paidAt), value: 510 }]);
});

it('USE-16 requests the history of payments and virtual-run once, and again for a rebuild of projections', async () => {
  const requested = async (env: Record<string, string>) => {
    await using usage = await bootUsage({ env: { DB_SUFFIX: '_history', ...env } });
    return (await usage.service.publishedEvents())
      .map(({ type }) => type)
      .filter((type) => type !== 'catalog.snapshot-requested.v1' && type.includes('.snapshot-requested.'));
  };
  const both = [paymentsSnapshotRequested.type, virtualRunSnapshotRequested.type];

  expect(await requested({})).toEqual(expect.arrayContaining(both));
  expect(await requested({})).not.toEqual(expect.arrayContaining([both[0]]));
  expect(await requested({ PROJECTION_REBUILD: '1' })).toEqual(expect.arrayContaining(both));
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
