import { Icon, warningIcon } from '@satrangi/kit';
import { trendIcon } from './icons.ts';
import styles from './insight-list.module.css';
import type { Insight } from './insights.ts';
import { Lines } from './panel.tsx';

/** Sentences about the numbers. */
export function InsightList({ insights }: { insights: readonly Insight[] }) {
  if (insights.length === 0) return null;
  return (
    <Lines>
      {insights.map(({ tone, text }) => (
        <li key={text}>
          <span className={styles.insight}>
            <Icon shape={tone === 'warning' ? warningIcon : trendIcon} size="s" />
            {text}
          </span>
        </li>
      ))}
    </Lines>
  );
}
