import { Icon, speedIcon } from '@satrangi/kit';
import { useRef } from 'react';
import { SpeedStepper } from '../../lib/speed-stepper.tsx';
import { speedText } from '../../lib/speed-steps.ts';
import { useDismiss } from '../../lib/use-dismiss.ts';
import styles from './audio-player.module.css';
import { audioSpeeds, faster, slower } from './speed.ts';

const COMMON = [0.75, 1, 1.25, 1.5, 2] as const;

/** Playback speed: one press for the next quarter; the speed between opens every other one. */
export function SpeedControl({ rate, onRate }: { rate: number; onRate: (rate: number) => void }) {
  const details = useRef<HTMLDetailsElement>(null);
  useDismiss(details);
  return (
    <SpeedStepper {...audioSpeeds} rate={rate} onRate={onRate}>
      <details ref={details} className={`${styles.option} ${styles.speed}`}>
        <summary aria-label={`Speed, ${speedText(rate)}`}>
          <Icon shape={speedIcon} size="s" />
          <span className={`${styles.rate} num`}>{speedText(rate)}</span>
        </summary>
        <div className={styles.panel}>
          <p className={styles.legend} aria-hidden="true">
            Speed
          </p>
          <div className={styles.choices}>
            {COMMON.map((each) => (
              <button key={each} type="button" aria-pressed={rate === each} onClick={() => onRate(each)}>
                {speedText(each)}
              </button>
            ))}
          </div>
          <div className={styles.steps}>
            <button
              type="button"
              aria-disabled={rate <= audioSpeeds.slowest}
              onClick={() => onRate(slower(rate))}
            >
              −0.05
            </button>
            <span className="num" aria-hidden="true">
              {speedText(rate)}
            </span>
            <button
              type="button"
              aria-disabled={rate >= audioSpeeds.fastest}
              onClick={() => onRate(faster(rate))}
            >
              +0.05
            </button>
          </div>
        </div>
      </details>
    </SpeedStepper>
  );
}
