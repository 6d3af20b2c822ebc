import { z } from 'zod';
import { Kpis, kpiFields } from './analytics-usage.kpis.ts';
import { UsageMonth, usageFields } from './analytics-usage.usage.ts';
import { defineApi } from './endpoint.ts';
import { Instant } from './schemas.ts';

/** Lines of the longest explanation. */
export const EXPLAIN_MAX_LINES = 200_000;

/** How a number came about. */
const explanationOf = <T extends z.ZodType>(value: T) =>
  z.object({
    field: z.string(),
    value,
    formula: z.string(),
    period: z.object({ from: Instant.nullable().describe('null: from the beginning'), to: Instant }),
    facts: z.int().nonnegative().describe('lines of the CSV'),
    csv: z.string().describe('fact, at, type, amount; sorted'),
    sha256: z.string().describe('of the CSV, in hex'),
  });

export const explainApi = defineApi({
  explainKpi: {
    method: 'GET',
    path: '/admin/analytics/kpis/:field/explain',
    access: 'admin',
    summary: `How a number of the dashboard came about: formula, period, and every fact it was computed from as CSV, at most ${EXPLAIN_MAX_LINES} lines (checklist BEY-08)`,
    params: z.object({ field: z.enum(kpiFields as [keyof Kpis, ...(keyof Kpis)[]]) }),
    response: explanationOf(z.union([z.number(), Kpis.shape.mediaBreakdown])),
    problems: ['too-large'],
  },
  explainUsage: {
    method: 'GET',
    path: '/usage-metrics/usage-metrics/:field/explain',
    access: 'admin',
    summary: `How a number of Usage & Billing came about, as of a number of the dashboard: of the current month of Kolkata, or of \`month\`, at most ${EXPLAIN_MAX_LINES} lines (checklist BEY-08)`,
    params: z.object({ field: z.enum(usageFields) }),
    query: z.object({ month: UsageMonth.optional() }),
    response: explanationOf(z.number()),
    problems: ['too-large', 'validation-failed'],
  },
  rebuild: {
    method: 'POST',
    path: '/admin/analytics/rebuild',
    access: 'admin',
    status: 200,
    summary:
      'Computes all totals again from the facts and compares the numbers of the dashboard before and after (checklist USE-16)',
    response: z.object({
      before: Kpis,
      after: Kpis,
      equal: z.boolean(),
      facts: z.int().nonnegative(),
      ms: z.int().nonnegative(),
    }),
  },
});
