import { type Clock, Refusal } from '@satrangi/chassis';
import { daysBetween, kolkataDay, SERIES_MAX_DAYS, type SeriesMetric } from '@satrangi/contracts';
import type { PeopleStore } from '../counting/people.store.ts';
import type { Totals } from '../counting/windows.rules.ts';
import type { WindowsStore } from '../counting/windows.store.ts';
import type { FactKind } from '../facts/facts.rules.ts';
import { firstActiveDay, paidOrders, revenuePaise, runRegistrations, rupees } from './kpis.rules.ts';

type Reading = { readonly kind: FactKind; readonly read: (totals: Totals) => number };

const net =
  (paid: 'contribution-paid' | 'run-fee-paid', returned: 'contribution-returned' | 'run-fee-returned') =>
  ({ paise }: Totals): number =>
    rupees((paise[paid] ?? 0) - (paise[returned] ?? 0));

const readings: Record<Exclude<SeriesMetric, 'activeUsers'>, Reading> = {
  revenue: { kind: 'money', read: (totals) => rupees(revenuePaise(totals)) },
  orders: { kind: 'money', read: paidOrders },
  contributions: { kind: 'money', read: net('contribution-paid', 'contribution-returned') },
  runFees: { kind: 'money', read: net('run-fee-paid', 'run-fee-returned') },
  registrations: { kind: 'run', read: runRegistrations },
  newUsers: { kind: 'account', read: ({ counts }) => counts['account-registered'] ?? 0 },
  pageViews: { kind: 'site', read: ({ counts }) => counts.page_view ?? 0 },
};

type Deps = { readonly windows: WindowsStore; readonly people: PeopleStore; readonly clock: Clock };
type Query = {
  readonly metric: SeriesMetric;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

/** One value for each day of Kolkata. @throws Refusal validation-failed for a range that is too long or turned round */
export const readSeries =
  ({ windows, people, clock }: Deps) =>
  async ({ metric, from, to }: Query): Promise<{ day: string; value: number }[]> => {
    const now = clock.now();
    const [first, last] = [from ?? kolkataDay(firstActiveDay(now)), to ?? kolkataDay(now)];
    const days = daysBetween(first, last);
    if (days.length === 0 || days.length > SERIES_MAX_DAYS)
      throw new Refusal('validation-failed', `Choose between 1 and ${SERIES_MAX_DAYS} days`);
    if (metric === 'activeUsers') {
      const seen = await people.seenOn(days);
      return days.map((day) => ({ day, value: seen.get(day) ?? 0 }));
    }
    const { kind, read } = readings[metric];
    const byDay = await windows.byDay(kind, first, last);
    return days.map((day) => {
      const totals = byDay.get(day);
      return { day, value: totals ? read(totals) : 0 };
    });
  };
