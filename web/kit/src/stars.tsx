import { useId } from 'react';
import { Icon } from './icon.tsx';
import { starFullIcon, starIcon } from './icons-stars.ts';
import styles from './stars.module.css';

const five = [1, 2, 3, 4, 5] as const;

/** A rating of five stars; fractions are rounded. */
export function Stars({ value }: { value: number }) {
  return (
    <span className={styles.stars} role="img" aria-label={`${value} out of 5 stars`}>
      {five.map((star) => (
        <Icon key={star} shape={star <= Math.round(value) ? starFullIcon : starIcon} />
      ))}
    </span>
  );
}

/** A radio group of one to five stars; 0 means none chosen. */
export function StarInput({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  const name = useId();
  return (
    <fieldset className={styles.input}>
      <legend className="vh">Your rating</legend>
      {five.map((star) => (
        <label key={star}>
          <input
            type="radio"
            name={name}
            value={star}
            checked={value === star}
            onChange={() => onChange(star)}
            className="vh"
          />
          <span className="vh">{star === 1 ? '1 star' : `${star} stars`}</span>
          <Icon shape={star <= value ? starFullIcon : starIcon} size="l" />
        </label>
      ))}
    </fieldset>
  );
}
