import { strengthOf, strengthTexts } from './password-strength.ts';
import styles from './strength-meter.module.css';

/** Password strength in words and three bars. */
export function StrengthMeter({ of }: { of: string }) {
  const strength = strengthOf(of);
  return (
    <span className={styles.strength}>
      <span aria-hidden="true" className={styles.meter} data-strength={strength}>
        <span />
        <span />
        <span />
      </span>
      <span>{strengthTexts[strength]}</span>
    </span>
  );
}
