import type { ReactNode } from 'react';
import styles from './gift-stage.module.css';

/** The picture beside the code. Hidden from screen readers: what it shows stands beside it. */
export function GiftStage({
  isOpen,
  art,
  children,
}: {
  isOpen: boolean;
  art: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={styles.stage} data-open={isOpen || undefined} aria-hidden="true">
      <svg
        className={styles.art}
        viewBox="0 0 560 560"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
        focusable="false"
      >
        <circle cx="280" cy="292" r="232" fill="var(--firoza-deep)" opacity=".45" />
        {art}
      </svg>
      {children}
    </div>
  );
}
