import { mediaTypes } from '@satrangi/contracts/pure';
import { lazy, Suspense } from 'react';
import { ChartPatterns, PatternKey } from '../../lib/chart-patterns.tsx';
import { Explain } from '../../lib/explain.tsx';
import { grouped } from '../../lib/format.ts';
import { Panel } from '../../lib/panel.tsx';
import styles from './analytics.module.css';

const Slices = lazy(async () => ({ default: (await import('../../lib/charts.tsx')).Slices }));

const labelOf = (kind: string): string =>
  mediaTypes.find(({ joined, stored }) => joined === kind || stored === kind)?.label ?? kind;

/** Published items by kind: a pie in six pigments and patterns, and the same numbers as a table (checklist ADM-04). */
export function MediaBreakdown({ breakdown }: { breakdown: Readonly<Record<string, number>> }) {
  const points = Object.entries(breakdown)
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([kind, value]) => ({ name: labelOf(kind), value }));
  const total = points.reduce((sum, { value }) => sum + value, 0);
  return (
    <Panel
      title="Media breakdown"
      side={
        <Explain
          number={{ field: 'mediaBreakdown' }}
          name="Media breakdown"
          formula="Published items of each kind"
        />
      }
    >
      {total === 0 ? (
        <p className="muted">No media yet</p>
      ) : (
        <div className={styles.breakdown}>
          <ChartPatterns />
          <Suspense fallback={<p role="status">Loading chart …</p>}>
            <Slices label="Media breakdown, also in the table beside it" points={points} />
          </Suspense>
          <table className={styles.table}>
            <caption className="vh">Media breakdown, {grouped(total)} items</caption>
            <tbody>
              {points.map(({ name, value }, index) => (
                <tr key={name}>
                  <th scope="row">
                    <PatternKey index={index} className={styles.key} />
                    {name}
                  </th>
                  <td className="num">{grouped(value)}</td>
                  <td className="num">{Math.round((value / total) * 100)}%</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}
