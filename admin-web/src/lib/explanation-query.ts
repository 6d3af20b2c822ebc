import type { Kpis, UsageField } from '@satrangi/contracts';
import { api } from './api.ts';

/** A number of the dashboard, or one of Usage & Billing in a month of Kolkata. */
export type ExplainedNumber =
  | { readonly field: keyof Kpis }
  | { readonly field: UsageField; readonly month: string };

/** Not below `analytics`: an open panel stays as it is while cards move, so that table, file and hash are one. */
export const explanationQuery = (number: ExplainedNumber) => ({
  queryKey: ['explanation', number],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    'month' in number
      ? api['analytics-usage'].explainUsage(
          { params: { field: number.field }, query: { month: number.month } },
          { signal },
        )
      : api['analytics-usage'].explainKpi({ params: { field: number.field } }, { signal }),
  gcTime: 0,
});
