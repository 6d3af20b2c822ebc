import { useId } from 'react';
import type { RunPage } from '../../lib/run-queries.ts';
import { rupees } from '../../lib/rupees.ts';
import styles from './run-page.module.css';

/** The sum raised, and the way to the goal as a bar with words. */
export function GoalBar({ page: { raised, goal, donorCount } }: { page: RunPage }) {
  const id = useId();
  const hasGoal = goal > 0;
  const percent = hasGoal ? Math.floor((raised / goal) * 100) : 0;
  return (
    <div className={styles.goal}>
      <p className={styles.raised} id={id} role="status">
        <b className="num">{rupees(raised)}</b>{' '}
        <span>{hasGoal ? `raised of ${rupees(goal)}` : 'raised'}</span>
      </p>
      {hasGoal && (
        <div
          className={styles.bar}
          role="progressbar"
          aria-labelledby={id}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.min(100, percent)}
          aria-valuetext={`${rupees(raised)} of ${rupees(goal)}, ${percent}%`}
        >
          <span style={{ inlineSize: `${Math.min(100, percent)}%` }} />
        </div>
      )}
      {hasGoal ? (
        <p className={styles.facts}>
          {donorCount === 1
            ? `1 gift, ${percent}% of the goal`
            : `${donorCount} gifts, ${percent}% of the goal`}
        </p>
      ) : (
        <p className={styles.facts}>{donorCount === 1 ? '1 gift' : `${donorCount} gifts`}</p>
      )}
    </div>
  );
}
