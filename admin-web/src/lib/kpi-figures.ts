import type { Kpis } from '@satrangi/contracts';
import type { Figure } from './figures.tsx';
import { grouped, percent, rupees } from './format.ts';

/** How many people a rate of the active users stands for. */
const peopleOf = (rate: number, { activeUsers }: Kpis): number => Math.round((rate * activeUsers) / 100);

/** The numbers of both tabs: each with its base and its formula (checklist ADM-02). */
export const mainFigures = (kpis: Kpis): readonly Figure[] => [
  {
    label: 'Active users (last 30 days)',
    field: 'activeUsers',
    value: grouped(kpis.activeUsers),
    base: 'accounts seen',
    formula: 'Accounts seen in the last 30 × 24 hours',
  },
  {
    label: 'Conversion rate',
    field: 'conversionRate',
    value: percent(kpis.conversionRate),
    base: `${grouped(peopleOf(kpis.conversionRate, kpis))} of ${grouped(kpis.activeUsers)}`,
    formula: 'Of 100 active users, how many paid for a purchase in those 30 days',
  },
  {
    label: 'Revenue',
    field: 'totalRevenue',
    value: rupees(kpis.totalRevenue),
    base: `${grouped(kpis.paidOrders)} paid ${kpis.paidOrders === 1 ? 'order' : 'orders'}`,
    formula: 'Paid purchases minus returned money; without contributions and run fees',
  },
  {
    label: 'Event registrations',
    field: 'virtualRegistrationsCount',
    value: grouped(kpis.virtualRegistrationsCount),
    base: 'of the virtual run',
    formula: 'Registrations of the run that were not cancelled',
  },
];

/** What Analytics shows beyond (checklist ADM-04). */
export const moreFigures = (kpis: Kpis): readonly Figure[] => [
  {
    label: 'Returning users',
    field: 'returningUsersRate',
    value: percent(kpis.returningUsersRate),
    base: `${grouped(peopleOf(kpis.returningUsersRate, kpis))} of ${grouped(kpis.activeUsers)}`,
    formula: 'Of 100 active users, how many were seen on two or more days',
  },
  {
    label: 'Average hours to purchase',
    field: 'avgTimeToPurchaseHours',
    value: grouped(Number(kpis.avgTimeToPurchaseHours.toFixed(1))),
    base: 'from first visit',
    formula: 'Mean of first payment − first seen, over all who paid',
  },
];
