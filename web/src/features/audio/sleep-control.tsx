import { Icon, moonIcon } from '@satrangi/kit';
import { useRef } from 'react';
import { useDismiss } from '../../lib/use-dismiss.ts';
import styles from './audio-player.module.css';
import { type Sleep, type SleepChoice, sleepMinutes, sleepText } from './sleep-timer.ts';

/** The sleep timer: stops after a time or at the end of a chapter, and can be extended. */
export function SleepControl({
  sleep,
  hasChapters,
  onChoose,
  onExtend,
}: {
  sleep: Sleep | null;
  hasChapters: boolean;
  onChoose: (choice: SleepChoice | null) => void;
  onExtend: () => void;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  useDismiss(details);
  const choose = (choice: SleepChoice | null): void => {
    onChoose(choice);
    if (!details.current) return;
    details.current.open = false;
    details.current.querySelector('summary')?.focus();
  };
  return (
    <details ref={details} className={styles.option} data-on={sleep !== null || undefined}>
      <summary aria-label={sleep ? `Sleep timer, ${sleepText(sleep)}` : 'Sleep timer'}>
        <Icon shape={moonIcon} size="s" />
        <span className="num">{sleep ? sleepText(sleep) : 'Sleep'}</span>
      </summary>
      <fieldset className={styles.panel}>
        <legend className="vh">Stop playing after</legend>
        <p className={styles.legend} aria-hidden="true">
          Stop playing after
        </p>
        <div className={styles.choices}>
          {sleepMinutes.map((minutes) => (
            <button key={minutes} type="button" onClick={() => choose({ kind: 'minutes', minutes })}>
              {minutes} min
            </button>
          ))}
        </div>
        <div className={styles.choices}>
          <button type="button" onClick={() => choose({ kind: 'chapter', chapters: 1 })}>
            {hasChapters ? 'End of chapter' : 'The end'}
          </button>
          {hasChapters && (
            <button type="button" onClick={() => choose({ kind: 'chapter', chapters: 2 })}>
              End of next chapter
            </button>
          )}
        </div>
        {sleep && (
          <div className={styles.choices}>
            <button type="button" onClick={onExtend}>
              5 minutes more
            </button>
            <button type="button" onClick={() => choose(null)}>
              Off
            </button>
          </div>
        )}
      </fieldset>
    </details>
  );
}
