/** Every number explains itself: computed again here from the CSV alone. */
import { createHash } from 'node:crypto';
import { anEvent } from '@satrangi/chassis/testing';
import { type Kpis, kpiFields, userDeleted, userRegistered } from '@satrangi/contracts';
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
