import type { ReactNode } from 'react';
import styles from './account.module.css';

const spines = ['neel', 'haldi', 'anaar', 'neem', 'jamun', 'gulmohar', 'firoza', 'haldi', 'anaar'] as const;

/** Login and registration: a narrow column, and on a desk a shelf beside it. */
export function AccountFrame({ children }: { children: ReactNode }) {
  return (
    <div className={`wrap ${styles.frame}`}>
      <div className={styles.column}>{children}</div>
      <div className={styles.side} aria-hidden="true">
        <div className={styles.row}>
          {spines.map((pigment, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a drawing that never changes
            <span key={place} className={styles.spine} data-pigment={pigment} />
          ))}
        </div>
        <div className={styles.plank} />
      </div>
    </div>
  );
}
