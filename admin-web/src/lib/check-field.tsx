import type { ComponentProps, ReactNode } from 'react';
import styles from './check-field.module.css';

/** A checkbox in a row with its label. */
export function CheckField({ label, ...rest }: ComponentProps<'input'> & { label: ReactNode }) {
  return (
    <label className={styles.check}>
      <input {...rest} type="checkbox" />
      {label}
    </label>
  );
}
