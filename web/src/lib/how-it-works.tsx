import { Icon } from '@satrangi/kit';
import type { ReactNode } from 'react';
import styles from './how-it-works.module.css';

type Point = { readonly icon: string; readonly sentence: ReactNode };

/** How something works, in a few sentences with an icon each. */
export function HowItWorks({ points }: { points: readonly Point[] }) {
  return (
    <ul className={styles.how}>
      {points.map(({ icon, sentence }) => (
        <li key={icon}>
          <Icon shape={icon} />
          <p>{sentence}</p>
        </li>
      ))}
    </ul>
  );
}
