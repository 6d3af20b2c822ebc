import { PASSWORD_MIN } from '@satrangi/contracts/pure';
import styles from './account.module.css';
import { strengthOf, strengthTexts } from './password-strength.ts';

/** How good a password is, in words and three marks. */
export function Strength({ of }: { of: string }) {
  const strength = strengthOf(of);
  return (
    <span className={styles.strength}>
      <span aria-hidden="true" className={styles.meter} data-strength={strength}>
        <span />
        <span />
        <span />
      </span>
      <span>{of === '' ? `At least ${PASSWORD_MIN} characters` : strengthTexts[strength]}</span>
    </span>
  );
}
