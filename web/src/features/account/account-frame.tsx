import type { ReactNode } from 'react';
import styles from './account.module.css';

const spines = ['neel', 'haldi', 'anaar', 'neem', 'jamun', 'gulmohar', 'firoza', 'haldi', 'anaar'] as const;

/** Layout of login and registration: a narrow column, and beside it a shelf on a desktop. */
export function AccountFrame({ children }: { children: ReactNode }) {
  return (
    <div className={`wrap ${styles.frame}`}>
      <div className={styles.column}>{children}</div>
      <div className={styles.side} aria-hidden="true">
        <div className={styles.row}>
          {spines.map((pigment, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a static drawing
            <span key={index} className={styles.spine} data-pigment={pigment} />
          ))}
        </div>
        <div className={styles.plank} />
      </div>
    </div>
  );
}
