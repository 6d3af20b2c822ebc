import { useId } from 'react';
import styles from './picker.module.css';

/** A day among the filters of a list, `2026-11-20`; empty for any. */
function DayField({ label, value, onPick }: { label: string; value: string; onPick: (day: string) => void }) {
  const id = useId();
  return (
    <span className={styles.picker}>
      <label htmlFor={id}>{label}</label>
      <input id={id} type="date" value={value} onChange={({ target }) => onPick(target.value)} />
    </span>
  );
}

type Props = {
  get: (name: string) => string;
  change: (values: Record<string, string>) => void;
};

/** The first and the last day of a list, in `from=` and `to=` of the address. */
export function DayFields({ get, change }: Props) {
  return (
    <span className={styles.pair}>
      <DayField label="From" value={get('from')} onPick={(from) => change({ from })} />
      <DayField label="To" value={get('to')} onPick={(to) => change({ to })} />
    </span>
  );
}
