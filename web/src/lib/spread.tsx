import type { ReactNode } from 'react';
import styles from './spread.module.css';

/** Layout of a page about something to read: title, pages, details; on a desktop the pages are at the left. */
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
