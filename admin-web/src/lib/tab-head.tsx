import type { ReactNode } from 'react';
import styles from './tab-head.module.css';

type Props = {
  title: string;
  fact?: string | undefined;
  children?: ReactNode;
};

/** The heading of a tab, a fact beside it, and its actions. */
export function TabHead({ title, fact, children }: Props) {
  return (
    <div className={styles.head}>
      <h1>{title}</h1>
      {fact && <p className="muted">{fact}</p>}
      <div className={styles.actions}>{children}</div>
    </div>
  );
}
