import type { Kpis } from '@satrangi/contracts';
import type { Totals } from '../counting/windows.rules.ts';
import type { FactType } from '../facts/facts.rules.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
export const ACTIVE_DAYS = 30;

/** Accounts seen at this instant or later are active. */
export const activeSince = (now: Date): Date => new Date(now.getTime() - ACTIVE_DAYS * DAY_MS);
/** An instant of the first of the 30 days of returning users; today is the last. */
export const firstActiveDay = (now: Date): Date => new Date(now.getTime() - (ACTIVE_DAYS - 1) * DAY_MS);

const oneDecimal = (value: number): number => Math.round(value * 10) / 10;

/** `part` of 100 of `whole`, with one decimal; 0 of nothing. */
export const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : oneDecimal((part * 100) / whole);

/** Mean hours with one decimal; 0 of nothing. */
export const meanHours = ({ buyers, ms }: { readonly buyers: number; readonly ms: number }): number =>
  buyers === 0 ? 0 : oneDecimal(ms / buyers / HOUR_MS);

/** Rupees of paise, with two decimals. */
export const rupees = (paise: number): number => paise / 100;

const count = ({ counts }: Totals, type: FactType): number => counts[type] ?? 0;
const paise = ({ paise: sums }: Totals, type: FactType): number => sums[type] ?? 0;

/** Paid purchases minus what was returned of purchases, in paise. */
export const revenuePaise = (totals: Totals): number =>
  paise(totals, 'purchase-paid') - paise(totals, 'purchase-returned');
/** Paid purchases that were not refunded as a whole. */
export const paidOrders = (totals: Totals): number => count(totals, 'purchase-paid') - totals.wholes;

/** Registrations of the run that were not cancelled. */
export const runRegistrations = (totals: Totals): number =>
  count(totals, 'run-registered') - count(totals, 'run-cancelled');

export type KpiInput = {
  readonly totals: Totals;
  readonly active: number;
  readonly buyers: number;
  readonly returning: number;
  readonly timeToPurchase: { readonly buyers: number; readonly ms: number };
  readonly mediaBreakdown: Readonly<Record<string, number>>;
};

/** The numbers of the dashboard (docs/kpis.md). */
export const kpisOf = (input: KpiInput): Kpis => ({
  activeUsers: input.active,
  conversionRate: percent(input.buyers, input.active),
  totalRevenue: rupees(revenuePaise(input.totals)),
  paidOrders: paidOrders(input.totals),
  virtualRegistrationsCount: runRegistrations(input.totals),
  returningUsersRate: percent(input.returning, input.active),
  avgTimeToPurchaseHours: meanHours(input.timeToPurchase),
  mediaBreakdown: { ...input.mediaBreakdown },
});
