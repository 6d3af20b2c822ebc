import { useId } from 'react';
import styles from './video-player.module.css';

const speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** Playback speed of a film. */
export function SpeedSelect({ rate, onRate }: { rate: number; onRate: (rate: number) => void }) {
  const id = useId();
  return (
    <span className={styles.speed}>
      <label htmlFor={id} className="vh">
        Speed
      </label>
      <select id={id} value={rate} onChange={({ target }) => onRate(Number(target.value))}>
        {speeds.map((each) => (
          <option key={each} value={each}>
            {each}×
          </option>
        ))}
      </select>
    </span>
  );
}
