import type { SeriesMetric } from '@satrangi/contracts';
import { addDays, kolkataDay } from '@satrangi/contracts/pure';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useAddress } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';
import { dayText, grouped, rupees } from '../../lib/format.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { Panel } from '../../lib/panel.tsx';
import { Picker } from '../../lib/picker.tsx';
import styles from './analytics.module.css';

const Curve = lazy(async () => ({ default: (await import('../../lib/charts.tsx')).Curve }));

type Metric = { readonly name: SeriesMetric; readonly label: string; readonly isMoney?: true };

const REVENUE: Metric = { name: 'revenue', label: 'Revenue', isMoney: true };
const metrics: readonly Metric[] = [
  REVENUE,
  { name: 'activeUsers', label: 'Active users' },
  { name: 'registrations', label: 'Run registrations' },
  { name: 'contributions', label: 'Contributions', isMoney: true },
  { name: 'orders', label: 'Orders' },
  { name: 'newUsers', label: 'New users' },
  { name: 'pageViews', label: 'Page views' },
];
const RANGES = ['30', '90', '365'] as const;

/** One number for each day; number and range are in the address. */
export function ByDay() {
  const { get, change } = useAddress();
  const metric = metrics.find(({ name }) => name === get('metric')) ?? REVENUE;
  const range = RANGES.find((each) => each === get('range')) ?? '30';
  const to = kolkataDay(new Date());
  const from = addDays(to, 1 - Number(range));
  const series = useQuery({
    queryKey: ['analytics', 'series', metric.name, from, to],
    queryFn: ({ signal }) =>
      api['analytics-usage'].getSeries({ query: { metric: metric.name, from, to } }, { signal }),
  });
  const format = metric.isMoney ? rupees : grouped;
  return (
    <Panel
      title="Day by day"
      side={
        <span className={styles.choices}>
          <Picker
            label="Number"
            value={metric.name}
            options={metrics.map(({ name, label }) => [name, label])}
            onPick={(name) => change({ metric: name })}
          />
          <Picker
            label="Range"
            value={range}
            options={RANGES.map((days) => [days, `Last ${days} days`])}
            onPick={(days) => change({ range: days })}
          />
        </span>
      }
    >
      <Loaded query={series} loading="Loading days" error="Failed to load the days" height="14rem">
        {(days) => (
          <>
            {days.every(({ value }) => value === 0) ? (
              <p className="muted">Nothing in these days.</p>
            ) : (
              <Suspense fallback={<p role="status">Loading chart …</p>}>
                <Curve
                  label={`${metric.label} by day, also in the table below`}
                  points={days.map(({ day, value }) => ({ name: day, value }))}
                  format={format}
                />
              </Suspense>
            )}
            <details>
              <summary>
                {metric.label} as a table: {format(days.reduce((sum, { value }) => sum + value, 0))} in{' '}
                {days.length} days
              </summary>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
              <section className={styles.days} aria-label={`${metric.label} by day`} tabIndex={0}>
                <table className={styles.table}>
                  <tbody className="num">
                    {[...days].reverse().map(({ day, value }) => (
                      <tr key={day}>
                        <th scope="row">{dayText(`${day}T12:00:00+05:30`)}</th>
                        <td>{format(value)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </section>
            </details>
          </>
        )}
      </Loaded>
    </Panel>
  );
}
