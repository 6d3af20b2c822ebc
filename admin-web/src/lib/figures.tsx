import type { Kpis } from '@satrangi/contracts';
import type { ReactNode } from 'react';
import { Explain } from './explain.tsx';
import styles from './figures.module.css';

/** A number with its name, what it is a part of, and how it is counted. */
export type Figure = {
  readonly label: string;
  readonly value: string;
  readonly base: ReactNode;
  readonly formula?: string;
  /** The field of the API that explains it. */
  readonly field?: keyof Kpis;
};

/** Numbers side by side in one frame. */
export function Figures({ label, figures }: { label: string; figures: readonly Figure[] }) {
  return (
    <section aria-label={label}>
      <dl className={styles.figures}>
        {figures.map(({ label: name, value, base, formula, field }) => (
          <div key={name} title={formula}>
            <dt>{name}</dt>
            <dd className={styles.value}>{value}</dd>
            <dd className={styles.base}>{base}</dd>
            {field && (
              <dd className={styles.explain}>
                <Explain number={{ field }} name={name} {...(formula && { formula })} />
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}
