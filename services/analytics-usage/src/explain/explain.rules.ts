import { createHash } from 'node:crypto';
import type { Kpis } from '@satrangi/contracts';

/** One line of the calculation: a fact and what it adds. */
export type Line = {
  readonly fact: string;
  readonly at: string;
  readonly type: string;
  /** Paise, a count, or milliseconds: see the formula. */
  readonly amount: number;
};

export const CSV_HEADER = 'fact,at,type,amount';

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The lines as CSV, sorted, so that the same lines always have the same hash. */
export const csvOf = (lines: readonly Line[]): string => {
  const rows = lines.map(({ fact, at, type, amount }) =>
    [fact, at, type, String(amount)].map(quoted).join(','),
  );
  return [CSV_HEADER, ...rows.sort()].join('\r\n');
};

export const hashOf = (csv: string): string => createHash('sha256').update(csv).digest('hex');

/** How each number is computed from its lines; the texts of the tooltips. */
export const formulas: Readonly<Record<keyof Kpis, string>> = {
  activeUsers:
    'The number of lines: one for each account seen in the period, with the fact it was last seen by.',
  conversionRate:
    'Sum of the amounts × 100 ÷ number of lines, one decimal: one line for each active account, 1 when it paid for a purchase in the period.',
  totalRevenue:
    'Sum of the amounts ÷ 100, in rupees: paid purchases, minus money that went back. Amounts are paise.',
  paidOrders: 'Sum of the amounts: 1 for each paid purchase, −1 for each that was refunded as a whole.',
  virtualRegistrationsCount: 'Sum of the amounts: 1 for each registration, −1 for each that was cancelled.',
  returningUsersRate:
    'Lines with an amount of 2 or more × 100 ÷ number of lines, one decimal: one line for each active account, with the number of days it was seen on, of the last 30.',
  avgTimeToPurchaseHours:
    'Sum of the amounts ÷ number of lines ÷ 3,600,000, one decimal: milliseconds from first seen to first payment, one line for each account that paid.',
  mediaBreakdown: 'The number of lines of each type: one for each published item.',
};
