import type { ReactNode } from 'react';
import styles from './spread.module.css';

/** The page of what is read: its name, its pages, and what there is to know; on a desk the pages stand at the left. */
export function Spread({
  head,
  stage,
  children,
}: {
  head: ReactNode;
  stage: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.spread}>
      <div className={styles.head}>{head}</div>
      <div className={styles.stage}>{stage}</div>
      <div className={styles.body}>{children}</div>
    </div>
  );
}
