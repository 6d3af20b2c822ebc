import { type Currency, formatMoney, fromMajor } from '@satrangi/contracts/pure';
import { useId } from 'react';
import styles from './amount-choice.module.css';
import { amounts } from './contribution.ts';

/** Preset amounts. Any other amount is typed into the field beside it. */
export function AmountChoice({
  currency,
  chosen,
  onChoose,
}: {
  currency: Currency;
  chosen: string;
  onChoose: (amount: string) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles.amounts}>
      <legend className="vh">Amount</legend>
      {amounts[currency].all.map((amount) => (
        <label key={amount}>
          <input
            type="radio"
            name={name}
            value={amount}
            checked={chosen === amount}
            onChange={() => onChoose(amount)}
          />
          <span className="num">{formatMoney(fromMajor(Number(amount), currency)).replace(/\.00$/, '')}</span>
        </label>
      ))}
    </fieldset>
  );
}
