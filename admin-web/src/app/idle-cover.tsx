import { Button, Dialog } from '@satrangi/kit';
import { useCallback, useEffect, useState } from 'react';
import styles from './shell.module.css';

const IDLE_MINUTES = 30;
const IDLE_MS = IDLE_MINUTES * 60_000;
const CHECK_EVERY_MS = 10_000;
const signsOfLife = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/** Whether nobody has used the page for 30 minutes, and a function that ends that. The time of a sleeping device counts. */
export const useIdle = (): readonly [isIdle: boolean, wake: () => void] => {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    if (isIdle) return;
    let last = Date.now();
    const check = (): void => setIdle(Date.now() - last >= IDLE_MS);
    const note = (): void => {
      // the first move after a sleep does not uncover what was to be covered
      if (Date.now() - last >= IDLE_MS) setIdle(true);
      else last = Date.now();
    };
    const timer = setInterval(check, CHECK_EVERY_MS);
    const options = { capture: true, passive: true } as const;
    for (const name of signsOfLife) addEventListener(name, note, options);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      for (const name of signsOfLife) removeEventListener(name, note, options);
      document.removeEventListener('visibilitychange', check);
    };
  }, [isIdle]);
  return [isIdle, useCallback(() => setIdle(false), [])];
};

/** What stands over the covered screen of a desk that nobody used. */
export function IdleCover({ onWake }: { onWake: () => void }) {
  return (
    <Dialog open onClose={onWake} title="Still here?" shape="centre">
      <div className={styles.refusal}>
        <p>
          Nobody used this screen for {IDLE_MINUTES} minutes, so it is covered. What you typed is still there.
        </p>
        <Button tone="primary" onClick={onWake}>
          Show the screen
        </Button>
      </div>
    </Dialog>
  );
}
