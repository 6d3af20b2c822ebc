import { strengthOf, strengthTexts } from './password-strength.ts';
import styles from './strength-meter.module.css';

/** How good a password is, in words and three marks. */
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
