import type { Kpis, UsageField } from '@satrangi/contracts';
import { grouped, percent, rupees } from './format.ts';

/** A number that the API explains. */
export type ExplainedField = keyof Kpis | UsageField;

/** The facts of one type in the CSV of a number. */
type Input = {
  readonly type: string;
  readonly name: string;
  readonly count: number;
  /** What their amounts come to; absent when only the lines count. */
  readonly sum?: string;
};

type Part = { readonly count: number; readonly sum: number; readonly returning: number };
type Reading = {
  /** What the amounts of the lines come to. */
  readonly sums?: { readonly head: string; readonly of: (part: Part) => string };
  readonly value: (value: number) => string;
};

const SEEN_AGAIN_DAYS = 2;
const HOUR_MS = 3_600_000;
const hours = (value: number): string => grouped(Number(value.toFixed(1)));
const minutes = (value: number): string => grouped(Number(value.toFixed(2)));

const MINUTE_MS = 60_000;
const minuteSums = { head: 'Minutes', of: ({ sum }: Part) => minutes(sum / MINUTE_MS) };

const readings: Readonly<Record<ExplainedField, Reading>> = {
  activeUsers: { value: grouped },
  conversionRate: { sums: { head: 'Paid', of: ({ sum }) => grouped(sum) }, value: percent },
  totalRevenue: { sums: { head: 'Amount', of: ({ sum }) => rupees(sum / 100) }, value: rupees },
  paidOrders: { sums: { head: 'Counted', of: ({ sum }) => grouped(sum) }, value: grouped },
  virtualRegistrationsCount: { sums: { head: 'Counted', of: ({ sum }) => grouped(sum) }, value: grouped },
  returningUsersRate: {
    sums: { head: 'On two or more days', of: ({ returning }) => grouped(returning) },
    value: percent,
  },
  avgTimeToPurchaseHours: { sums: { head: 'Hours', of: ({ sum }) => hours(sum / HOUR_MS) }, value: hours },
  mediaBreakdown: { value: grouped },
  whatsappSent: { value: grouped },
  whatsappReceived: { value: grouped },
  chatTo: { value: grouped },
  chatFrom: { value: grouped },
  minutesSpoken: { sums: minuteSums, value: grouped },
  cost: { sums: minuteSums, value: rupees },
};

/** Types of facts that need another word than their own. */
const names: Readonly<Record<string, string>> = {
  'purchase-paid': 'Paid purchases',
  'purchase-returned': 'Money that went back',
  'contribution-paid': 'Contributions',
  'run-fee-paid': 'Run fees',
  'account-registered': 'New accounts',
  'run-registered': 'Registrations',
  'run-cancelled': 'Cancelled registrations',
  'whatsapp-sent': 'Messages sent',
  'whatsapp-received': 'Messages received',
  'chat-to': 'Messages to the concierge',
  'chat-from': 'Messages from the concierge',
};
const nameOf = (type: string): string => {
  const words = type.replaceAll(/[-_]/g, ' ');
  return names[type] ?? words.charAt(0).toUpperCase() + words.slice(1);
};

/** A type, and what stands before and after it, as in `fact,at,type,amount`. Types and amounts are never quoted. */
const typeAndAmount = (line: string): readonly [string, number] => {
  const [amount = '', type = ''] = line.split(',').reverse();
  return [type, Number(amount)];
};

/** What a number was computed from: the lines of its CSV by type. */
export const inputsOf = (field: ExplainedField, csv: string): readonly Input[] => {
  const parts = new Map<string, Part>();
  for (const line of csv.split('\r\n').slice(1)) {
    const [type, amount] = typeAndAmount(line);
    const { count, sum, returning } = parts.get(type) ?? { count: 0, sum: 0, returning: 0 };
    parts.set(type, {
      count: count + 1,
      sum: sum + amount,
      returning: returning + Number(amount >= SEEN_AGAIN_DAYS),
    });
  }
  const { sums } = readings[field];
  return [...parts].map(([type, part]) => ({
    type,
    name: nameOf(type),
    count: part.count,
    ...(sums && { sum: sums.of(part) }),
  }));
};

/** The heading of the sums; absent when only lines count. */
export const sumHead = (field: ExplainedField): string | undefined => readings[field].sums?.head;

/** The number that came out; of a breakdown, its total. */
export const valueText = (field: ExplainedField, value: number | Readonly<Record<string, number>>): string =>
  readings[field].value(
    typeof value === 'number' ? value : Object.values(value).reduce((sum, count) => sum + count, 0),
  );
