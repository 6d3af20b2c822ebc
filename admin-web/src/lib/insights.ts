import type { Kpis } from '@satrangi/contracts';
import { rupees } from './format.ts';

/** A sentence about the numbers. `warning`: something an admin may want to change. */
export type Insight = { readonly tone: 'warning' | 'fact'; readonly text: string };

/** Below it the revenue counts as low, in rupees. */
const LOW_REVENUE = 100;
/** Below it the conversion counts as low, in percent. */
const LOW_CONVERSION = 1;

/** Insights from the numbers, by the thresholds of checklist ADM-05. */
export const insightsOf = ({ totalRevenue, conversionRate, activeUsers, paidOrders }: Kpis): Insight[] => {
  const insights: Insight[] = [];
  const warn = (text: string): void => void insights.push({ tone: 'warning', text });
  if (totalRevenue <= 0) warn('No revenue has been recorded yet.');
  else if (totalRevenue < LOW_REVENUE) warn('Revenue is low.');
  if (conversionRate <= 0 || conversionRate < LOW_CONVERSION) warn('Conversion is low.');
  if (activeUsers === 0) warn('No active users in the last 30 days.');
  if (paidOrders > 0)
    insights.push({
      tone: 'fact',
      text: `Average order value: ${rupees(Math.round(totalRevenue / paidOrders))}`,
    });
  return insights;
};
