import { createHash } from 'node:crypto';
import type { Kpis, UsageField } from '@satrangi/contracts';
import type { Fact } from '../facts/facts.rules.ts';

/** One line of the calculation: a fact and what it adds. */
export type Line = {
  readonly fact: string;
  readonly at: string;
  readonly type: string;
  /** Paise, a count, or milliseconds: see the formula. */
  readonly amount: number;
};

/** What a fact adds. */
export const lineOf = ({ _id, at, type }: Pick<Fact, '_id' | 'at' | 'type'>, amount: number): Line => ({
  fact: _id,
  at: at.toISOString(),
  type,
  amount,
});

export const sumOfLines = (lines: readonly Line[]): number =>
  lines.reduce((total, { amount }) => total + amount, 0);

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

const MINUTES = 'Sum of the amounts ÷ 60,000, two decimals';
const GAPS =
  'amounts are the milliseconds since the message before it in its conversation, 0 for the first one and after more than five minutes';

/** The same for the numbers of Usage & Billing. */
export const usageFormulas: Readonly<Record<UsageField, string>> = {
  whatsappSent: 'The number of lines: one for each receipt that was sent by WhatsApp in the month.',
  whatsappReceived: 'The number of lines: one for each message that arrived by WhatsApp in the month.',
  chatTo: 'The number of lines: one for each message of a visitor to the concierge in the month.',
  chatFrom: 'The number of lines: one for each answer of the concierge in the month.',
  minutesSpoken: `${MINUTES}: one line for each message of the month; ${GAPS}.`,
  cost: `${MINUTES}, × the rate per minute, to the paisa, half up: one line for each message of the month; ${GAPS}.`,
};
