import type { Contribution } from '@satrangi/contracts';
import { kolkataMonth } from '@satrangi/contracts/pure';

/** Paid money of one month in one currency, after refunds. */
export type MonthSum = {
  readonly month: string;
  readonly currency: 'INR' | 'USD';
  readonly minor: number;
  readonly count: number;
};

/** The paid contributions by month and currency, newest month first. Two currencies are never added. */
export const monthSums = (contributions: readonly Contribution[]): MonthSum[] => {
  const sums = new Map<string, MonthSum>();
  for (const { paidAt, status, amountMinor, refunded } of contributions) {
    if (paidAt === null || (status !== 'paid' && status !== 'refunded')) continue;
    const month = kolkataMonth(new Date(paidAt));
    const { currency } = refunded;
    const key = `${month} ${currency}`;
    const before = sums.get(key) ?? { month, currency, minor: 0, count: 0 };
    sums.set(key, {
      ...before,
      minor: before.minor + amountMinor - refunded.minor,
      count: before.count + 1,
    });
  }
  return [...sums.values()].sort(
    (a, b) => b.month.localeCompare(a.month) || a.currency.localeCompare(b.currency),
  );
};
