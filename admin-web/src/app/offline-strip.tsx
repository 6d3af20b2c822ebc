import { useStore } from '@satrangi/kit/browser/use-store';
import { lamp } from '../lib/live.ts';
import styles from './shell.module.css';

/** Says that the network is gone. */
export function OfflineStrip() {
  if (useStore(lamp) !== 'paused') return null;
  return (
    <p role="status" className={styles.strip}>
      You are offline. What you type is kept here.
    </p>
  );
}
