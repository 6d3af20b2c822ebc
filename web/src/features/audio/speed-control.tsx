import { Icon, minusIcon, plusIcon, speedIcon } from '@satrangi/kit';
import { useRef } from 'react';
import { useDismiss } from '../../lib/use-dismiss.ts';
import styles from './audio-player.module.css';
import { FASTEST, faster, SLOWEST, slower, speedText } from './speed.ts';

const COMMON = [0.75, 1, 1.25, 1.5, 2] as const;

/** Playback speed: a button that opens steps and common speeds. */
export function SpeedControl({ rate, onRate }: { rate: number; onRate: (rate: number) => void }) {
  const details = useRef<HTMLDetailsElement>(null);
  useDismiss(details);
  return (
    <details ref={details} className={styles.option}>
      <summary aria-label={`Speed, ${speedText(rate)}`}>
        <Icon shape={speedIcon} size="s" />
        <span className="num">{speedText(rate)}</span>
      </summary>
      <fieldset className={styles.panel}>
        <legend className="vh">Speed</legend>
        <p className={styles.legend} aria-hidden="true">
          Speed
        </p>
        <div className={styles.steps}>
          <button
            type="button"
            aria-label="Slower"
            disabled={rate <= SLOWEST}
            onClick={() => onRate(slower(rate))}
          >
            <Icon shape={minusIcon} size="s" />
          </button>
          <span className="num" role="status">
            {speedText(rate)}
          </span>
          <button
            type="button"
            aria-label="Faster"
            disabled={rate >= FASTEST}
            onClick={() => onRate(faster(rate))}
          >
            <Icon shape={plusIcon} size="s" />
          </button>
        </div>
        <div className={styles.choices}>
          {COMMON.map((each) => (
            <button key={each} type="button" aria-pressed={rate === each} onClick={() => onRate(each)}>
              {speedText(each)}
            </button>
          ))}
        </div>
      </fieldset>
    </details>
  );
}
