import { type ContributionMonth, kolkataMonth } from '@satrangi/contracts';
import type { PaidContribution } from '../orders/order.rules.ts';

/** Paid contributions by month and currency, newest month first. Two currencies are never added. */
export const contributionMonths = async (
  contributions: AsyncIterable<PaidContribution>,
): Promise<ContributionMonth[]> => {
  const months = new Map<string, ContributionMonth>();
  for await (const { paidAt, state, amount, refundedMinor = 0, paidAgainMinor = 0 } of contributions) {
    if (paidAt === null || (state !== 'paid' && state !== 'refunded')) continue;
    const month = kolkataMonth(paidAt);
    const { currency } = amount;
    const key = `${month} ${currency}`;
    const before = months.get(key) ?? { month, currency, minor: 0, count: 0 };
    months.set(key, {
      ...before,
      minor: before.minor + amount.minor - Math.max(0, refundedMinor - paidAgainMinor),
      count: before.count + 1,
    });
  }
  return [...months.values()].sort(
    (a, b) => b.month.localeCompare(a.month) || a.currency.localeCompare(b.currency),
  );
};
