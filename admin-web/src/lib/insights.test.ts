import { describe, expect, it } from 'vitest';
import { insightsOf } from './insights.ts';

const kpis = {
  activeUsers: 10,
  conversionRate: 5,
  totalRevenue: 1_000,
  paidOrders: 3,
  virtualRegistrationsCount: 0,
  returningUsersRate: 0,
  avgTimeToPurchaseHours: 0,
  mediaBreakdown: {},
};
const texts = (change: Partial<typeof kpis>): string[] =>
  insightsOf({ ...kpis, ...change }).map(({ text }) => text);

describe('insights (ADM-05)', () => {
  it.each([
    [{}, ['Average order value: ₹333']],
    [{ totalRevenue: 0, paidOrders: 0 }, ['No revenue has been recorded yet.']],
    [{ totalRevenue: -5, paidOrders: 0 }, ['No revenue has been recorded yet.']],
    [{ totalRevenue: 99, paidOrders: 1 }, ['Revenue is low.', 'Average order value: ₹99']],
    [{ totalRevenue: 100, paidOrders: 1 }, ['Average order value: ₹100']],
    [{ conversionRate: 0 }, ['Conversion is low.', 'Average order value: ₹333']],
    [{ conversionRate: 0.99 }, ['Conversion is low.', 'Average order value: ₹333']],
    [{ conversionRate: 1 }, ['Average order value: ₹333']],
    [{ activeUsers: 0 }, ['No active users in the last 30 days.', 'Average order value: ₹333']],
  ])('%j says %j', (change, sentences) => expect(texts(change)).toEqual(sentences));
});
