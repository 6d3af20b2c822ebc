import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { Instant } from './schemas.ts';

/** The numbers of the dashboard. Formulas: services/analytics-usage/docs/kpis.md */
export const Kpis = z.object({
  activeUsers: z.int().nonnegative().describe('accounts seen in the last 30 × 24 hours'),
  conversionRate: z.number().describe('of 100 active users, how many paid for a purchase in those 30 days'),
  totalRevenue: z
    .number()
    .describe('paid purchases minus returned money, in rupees; without contributions and run fees'),
  paidOrders: z.int().describe('paid purchases that were not refunded as a whole'),
  virtualRegistrationsCount: z.int().describe('registrations of the run that were not cancelled'),
  returningUsersRate: z.number().describe('of 100 active users, how many were seen on two or more days'),
  avgTimeToPurchaseHours: z.number().describe('mean of first payment − first seen, over all who paid'),
  mediaBreakdown: z.record(z.string(), z.int().nonnegative()).describe('published items by kind'),
});
export type Kpis = z.infer<typeof Kpis>;
export const kpiFields = Object.keys(Kpis.shape) as (keyof Kpis)[];

export const seriesMetrics = [
  'revenue',
  'orders',
  'contributions',
  'runFees',
  'registrations',
  'newUsers',
  'activeUsers',
  'pageViews',
] as const;
export type SeriesMetric = (typeof seriesMetrics)[number];
/** Days of the longest series. */
export const SERIES_MAX_DAYS = 366;

const Day = z.iso.date();

/** Events of the last days that an admin may want to know of. */
export const RecentEvent = z.object({
  _id: z.string(),
  title: z.string(),
  date: Instant,
  kind: z.string(),
});
export const RECENT_EVENTS_MAX = 100;

export const kpisApi = defineApi({
  getKpis: {
    method: 'GET',
    path: '/admin/analytics/kpis',
    access: 'admin',
    summary: 'The numbers of the dashboard (checklist USE-03, USE-06, USE-08, USE-10)',
    response: Kpis,
  },
  getSeries: {
    method: 'GET',
    path: '/admin/analytics/series',
    access: 'admin',
    summary: `One number for each day of Kolkata, for charts; the last 30 days by default, at most ${SERIES_MAX_DAYS}`,
    query: z.object({
      metric: z.enum(seriesMetrics),
      from: Day.optional(),
      to: Day.optional(),
    }),
    response: z.array(z.object({ day: z.string(), value: z.number() })),
    problems: ['validation-failed'],
  },
  listRecentEvents: {
    method: 'GET',
    path: '/admin/events',
    access: 'admin',
    summary: `What happened lately: orders, returned money, registrations, items, posts, letters; newest first, ${RECENT_EVENTS_MAX} (checklist USE-04, USE-09)`,
    response: z.array(RecentEvent),
  },
});
