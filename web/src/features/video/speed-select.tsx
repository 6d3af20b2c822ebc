import { useId } from 'react';
import { SpeedStepper } from '../../lib/speed-stepper.tsx';
import { speedText } from '../../lib/speed-steps.ts';
import styles from './video-player.module.css';

const speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;
/** The ends of the list. */
export const videoSpeeds = { slowest: 0.25, fastest: 2 } as const;

/** Playback speed of a film: a list, and one press for the next speed where there is room. */
export function SpeedSelect({ rate, onRate }: { rate: number; onRate: (rate: number) => void }) {
  const id = useId();
  return (
    <SpeedStepper {...videoSpeeds} rate={rate} className={styles.speed} onRate={onRate}>
      <label htmlFor={id} className="vh">
        Speed
      </label>
      <select id={id} value={rate} onChange={({ target }) => onRate(Number(target.value))}>
        {speeds.map((each) => (
          <option key={each} value={each}>
            {speedText(each)}
          </option>
        ))}
      </select>
    </SpeedStepper>
  );
}
