import { useId } from 'react';
import styles from './picker.module.css';

type Props = {
  label: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  onPick: (value: string) => void;
};

/** A choice of one among a few, small enough for a bar of filters. */
export function Picker({ label, value, options, onPick }: Props) {
  const id = useId();
  return (
    <span className={styles.picker}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onPick(target.value)}>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </span>
  );
}
