import { useQueries } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { ChartPatterns } from '../../lib/chart-patterns.tsx';
import { grouped, monthText, rupees } from '../../lib/format.ts';
import { Panel } from '../../lib/panel.tsx';
import styles from './usage.module.css';
import { usageQuery } from './usage-queries.ts';

const Bars = lazy(async () => ({ default: (await import('../../lib/charts.tsx')).Bars }));

/** The cost of each of the last months as bars, and all numbers as a table beside them. */
export function UsageYear({ months }: { months: readonly string[] }) {
  const answers = useQueries({ queries: months.map(usageQuery) });
  const rows = months.flatMap((month, index) => {
    const data = answers[index]?.data;
    return data?.state === 'shown' ? [{ month, ...data.usage }] : [];
  });
  const hasCost = rows.some(({ aiconcierge }) => aiconcierge.cost > 0);
  const isLoading = answers.some(({ isPending }) => isPending);
  return (
    <div className={styles.year}>
      <Panel title="Last 12 months">
        {isLoading ? (
          <p role="status">Loading months …</p>
        ) : (
          <>
            {hasCost && (
              <>
                <ChartPatterns />
                <Suspense fallback={<p role="status">Loading chart …</p>}>
                  <Bars
                    label="Monthly cost of the AI Concierge in rupees, also in the table below"
                    points={rows.map(({ month, aiconcierge }) => ({ name: month, value: aiconcierge.cost }))}
                    format={rupees}
                  />
                </Suspense>
              </>
            )}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
            <section className={styles.scroll} aria-label="Numbers of the last 12 months" tabIndex={0}>
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">Month</th>
                    <th scope="col">WhatsApp sent</th>
                    <th scope="col">WhatsApp received</th>
                    <th scope="col">Concierge to</th>
                    <th scope="col">Concierge from</th>
                    <th scope="col">Minutes</th>
                    <th scope="col">Cost</th>
                  </tr>
                </thead>
                <tbody className="num">
                  {rows.map(({ month, whatsapp, aiconcierge }) => (
                    <tr key={month}>
                      <th scope="row">{monthText(month)}</th>
                      <td>{grouped(whatsapp.sent)}</td>
                      <td>{grouped(whatsapp.received)}</td>
                      <td>{grouped(aiconcierge.chatTo)}</td>
                      <td>{grouped(aiconcierge.chatFrom)}</td>
                      <td>{grouped(aiconcierge.minutesSpoken)}</td>
                      <td>{rupees(aiconcierge.cost)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          </>
        )}
      </Panel>
    </div>
  );
}
