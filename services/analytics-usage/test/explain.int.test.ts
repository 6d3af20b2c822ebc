/** Every number explains itself: computed again here from the CSV alone. */
import { createHash } from 'node:crypto';
import { anEvent } from '@satrangi/chassis/testing';
import {
  type Kpis,
  kpiFields,
  turnAnswered,
  type UsageField,
  usageFields,
  userDeleted,
  userRegistered,
  whatsappReceived,
  whatsappSent,
} from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { bootUsage, item, purchase, refund, refusal, type UsageFixture } from './boot-usage.ts';

const DAY_MS = 86_400_000;
const ago = (days: number): Date => new Date(Date.now() - days * DAY_MS);

const fill = async ({ service }: UsageFixture): Promise<void> => {
  for (let n = 0; n < 12; n += 1) {
    const userId = `reader-${n}`;
    await service.deliver(
      anEvent(userRegistered, {
        id: `registered-${n}`,
        time: ago(3 * n + 1),
        data: { userId, role: 'USER', tokenVersion: 0 },
      }),
    );
    if (n % 3 === 0)
      await service.deliver(purchase({ orderId: `o${n}`, userId, minor: 33_300 + n, time: ago(n / 2) }));
  }
  await service.deliver(refund({ orderId: 'o3', refundId: 'part', rupeesMinor: 1_234, isWhole: false }));
  await service.deliver(refund({ orderId: 'o6', refundId: 'all', rupeesMinor: 33_306, isWhole: true }));
  await service.deliver(item('b1', 'ebook'));
  await service.deliver(item('f1', 'short-film'));
  await service.deliver(item('b2', 'ebook'));
};

type Row = { readonly type: string; readonly amount: number };

/** Rows of a CSV without quoted fields. */
const rowsOf = (csv: string): Row[] =>
  csv
    .split('\r\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => line.split(','))
    .map(([, , type = '', amount = '']) => ({ type, amount: Number(amount) }));

const sum = (rows: readonly Row[]) => rows.reduce((total, { amount }) => total + amount, 0);
const oneDecimal = (value: number) => Math.round(value * 10) / 10;
const share = (part: number, whole: number) => (whole === 0 ? 0 : oneDecimal((part * 100) / whole));

/** The formulas of the answers, done by hand. */
const byHand: Record<keyof Kpis, (rows: Row[]) => unknown> = {
  activeUsers: (rows) => rows.length,
  conversionRate: (rows) => share(sum(rows), rows.length),
  totalRevenue: (rows) => sum(rows) / 100,
  paidOrders: sum,
  virtualRegistrationsCount: sum,
  returningUsersRate: (rows) => share(rows.filter(({ amount }) => amount >= 2).length, rows.length),
  avgTimeToPurchaseHours: (rows) => (rows.length === 0 ? 0 : oneDecimal(sum(rows) / rows.length / 3_600_000)),
  mediaBreakdown: (rows) =>
    rows.reduce<Record<string, number>>((counts, { type }) => {
      counts[type] = (counts[type] ?? 0) + 1;
      return counts;
    }, {}),
};

const check = async ({ admin }: UsageFixture): Promise<Kpis> => {
  const kpis = await admin.getKpis();
  for (const field of kpiFields) {
    const { csv, sha256, facts, value, formula } = await admin.explainKpi({ params: { field } });
    const rows = rowsOf(csv);
    const computed = byHand[field](rows);
    const shown = kpis[field];
    const counted = typeof shown === 'object' ? withoutZeros(shown) : shown;

    expect(computed, field).toEqual(counted);
    expect(value, field).toEqual(shown);
    expect(facts, field).toBe(rows.length);
    expect(sha256, field).toBe(createHash('sha256').update(csv).digest('hex'));
    expect(formula.length, field).toBeGreaterThan(20);
    expect(csv, field).not.toContain('reader-');
  }
  return kpis;
};
const withoutZeros = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));

it('BEY-08 all eight numbers come out of their CSVs to the last digit, also after a rebuild and an erasure', async () => {
  await using usage = await bootUsage();
  await fill(usage);
  await usage.count();
  const kpis = await check(usage);
  expect(kpis.totalRevenue).toBeGreaterThan(900);
  expect(kpis.avgTimeToPurchaseHours).toBeGreaterThan(0);

  await usage.admin.rebuild();
  expect(await check(usage)).toEqual(kpis);

  await usage.service.deliver(anEvent(userDeleted, { data: { userId: 'reader-3' } }));
  await usage.count();
  const after = await check(usage);
  expect(after).toMatchObject({ totalRevenue: kpis.totalRevenue, paidOrders: kpis.paidOrders });
  expect(after.activeUsers).toBe(kpis.activeUsers - 1);
});

it('BEY-08 an unknown number is 400', async () => {
  await using usage = await bootUsage();
  expect(
    await refusal(usage.admin.explainKpi({ params: { field: 'salary' as 'paidOrders' } })),
  ).toMatchObject({ status: 400 });
});

const MONTH = '2026-10';
const inMonth = (seconds: number): string =>
  new Date(Date.parse('2026-10-10T10:00:00.000Z') + seconds * 1_000).toISOString();

const turn = (turnId: string, talk: string, [requested, answered]: readonly [number, number]) =>
  anEvent(turnAnswered, {
    id: `turn-${turnId}`,
    data: {
      turnId,
      talk,
      mode: 'chat',
      askedAt: inMonth(requested),
      answeredAt: inMonth(answered),
      by: 'local',
      tokensIn: 0,
      tokensOut: 0,
    },
  });

const fillMonth = async ({ service }: UsageFixture): Promise<void> => {
  for (const event of [
    turn('one', 'a-talk', [0, 3]),
    turn('two', 'a-talk', [63, 67]),
    turn('three', 'a-talk', [900, 904]),
    turn('four', 'b-talk', [30, 32]),
    // 18:29:59 UTC on the last day of the month before, in UTC and in Kolkata
    turn('before', 'c-talk', [-864_001, -864_001]),
    anEvent(whatsappSent, { id: 'sent', data: { messageRef: 'ref', at: inMonth(0) } }),
    anEvent(whatsappReceived, { id: 'came', data: { messageRef: 'ref-2', at: inMonth(0) } }),
    anEvent(whatsappReceived, { id: 'came-later', data: { messageRef: 'ref-3', at: inMonth(40 * 86_400) } }),
  ])
    await service.deliver(event);
};

const minutesByHand = (rows: readonly Row[]): number => Math.round((sum(rows) / 60_000) * 100) / 100;
const RATE = 1.5;
const usageByHand: Record<UsageField, (rows: Row[]) => number> = {
  whatsappSent: ({ length }) => length,
  whatsappReceived: ({ length }) => length,
  chatTo: ({ length }) => length,
  chatFrom: ({ length }) => length,
  minutesSpoken: minutesByHand,
  cost: (rows) => Math.floor((Math.round(minutesByHand(rows) * 100) * RATE * 100 + 50) / 100) / 100,
};

it('BEY-08 the six numbers of a month of Usage & Billing come out of their CSVs', async () => {
  await using usage = await bootUsage({ env: { AI_RATE_PER_MINUTE: String(RATE) } });
  await fillMonth(usage);
  await usage.count();
  const { whatsapp, aiconcierge } = await usage.admin.getUsage({ query: { month: MONTH } });
  const shown: Record<UsageField, number> = {
    whatsappSent: whatsapp.sent,
    whatsappReceived: whatsapp.received,
    ...aiconcierge,
  };
  // 3 + 60 + 4 + 4 seconds of one conversation, 2 of the other
  expect(shown).toMatchObject({ whatsappSent: 1, whatsappReceived: 1, chatTo: 4, chatFrom: 4 });
  expect(shown).toMatchObject({ minutesSpoken: 1.22, cost: 1.83 });

  for (const field of usageFields) {
    const explained = await usage.admin.explainUsage({ params: { field }, query: { month: MONTH } });
    const rows = rowsOf(explained.csv);

    expect(usageByHand[field](rows), field).toBe(shown[field]);
    expect(explained.value, field).toBe(shown[field]);
    expect(explained.facts, field).toBe(rows.length);
    expect(explained.sha256, field).toBe(createHash('sha256').update(explained.csv).digest('hex'));
    expect(explained.period, field).toEqual({
      from: '2026-09-30T18:30:00.000Z',
      to: '2026-10-31T18:30:00.000Z',
    });
    expect(explained.csv, field).not.toContain('-talk');
  }
});

it('BEY-08 a number of the current month is explained up to now, and for admins only', async () => {
  await using usage = await bootUsage();
  usage.service.clock.set(new Date('2026-10-20T00:00:00.000Z'));
  await fillMonth(usage);
  const { facts, period } = await usage.admin.explainUsage({ params: { field: 'chatTo' }, query: {} });

  expect(facts).toBe(4);
  expect(period).toEqual({
    from: '2026-09-30T18:30:00.000Z',
    to: expect.stringMatching(/^2026-10-20T00:/),
  });
  const requested = { params: { field: 'ratePerMinute' as 'cost' }, query: {} };
  expect(await refusal(usage.admin.explainUsage(requested))).toMatchObject({ status: 400 });
  const wrongMonth = { params: { field: 'cost' as const }, query: { month: '2026-13' } };
  expect(await refusal(usage.admin.explainUsage(wrongMonth))).toMatchObject({
    status: 400,
    message: 'Month must be YYYY-MM',
  });
  expect(await refusal(usage.visitor.explainUsage({ params: { field: 'cost' }, query: {} }))).toMatchObject({
    status: 401,
  });
});
