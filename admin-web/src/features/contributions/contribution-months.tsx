import type { ContributionMonth, Currency } from '@satrangi/contracts';
import { formatMoney, majorOf } from '@satrangi/contracts/pure';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { api } from '../../lib/api.ts';
import { ChartPatterns } from '../../lib/chart-patterns.tsx';
import { Figures } from '../../lib/figures.tsx';
import { counted, monthText } from '../../lib/format.ts';
import { Panel } from '../../lib/panel.tsx';

const Bars = lazy(async () => ({ default: (await import('../../lib/charts.tsx')).Bars }));

/** Months in the figures, and in the chart. */
const FIGURES_SHOWN = 6;
const BARS_SHOWN = 12;

/** One bar for each month of a currency, the oldest on the left. */
function MonthBars({ months, currency }: { months: readonly ContributionMonth[]; currency: Currency }) {
  const ofCurrency = months.filter((month) => month.currency === currency).slice(0, BARS_SHOWN);
  if (ofCurrency.length < 2) return null;
  return (
    <Panel title={`By month, ${currency}`}>
      <ChartPatterns />
      <Suspense fallback={<p role="status">Loading chart …</p>}>
        <Bars
          label={`Contributions paid by month in ${currency}, after refunds`}
          points={ofCurrency.toReversed().map(({ month, minor }) => ({
            name: month,
            value: majorOf({ minor, currency }),
          }))}
          format={(major) => formatMoney({ minor: Math.round(major * 100), currency })}
        />
      </Suspense>
    </Panel>
  );
}

/** What each month brought in each currency, after refunds (checklist ADM-33). */
export function ContributionMonths() {
  const { data: months = [] } = useQuery({
    queryKey: ['payments', 'contribution-months'],
    queryFn: ({ signal }) => api.payments.listContributionMonths(undefined, { signal }),
  });
  if (months.length === 0) return null;
  return (
    <>
      <Figures
        label="Paid by month, after refunds"
        figures={months.slice(0, FIGURES_SHOWN).map(({ month, currency, minor, count }) => ({
          label: `${monthText(month)}, ${currency}`,
          value: formatMoney({ minor, currency }),
          base: counted(count, 'contribution'),
        }))}
      />
      <MonthBars months={months} currency="INR" />
      <MonthBars months={months} currency="USD" />
    </>
  );
}
