import { Button } from '@satrangi/kit';
import { useStore } from '@satrangi/kit/browser/use-store';
import { heldActs } from './held-back.ts';
import styles from './held-back-strip.module.css';

/** What has just been done to rows of one kind, with the way back for ten seconds; and what was refused. */
export function HeldBackStrip({ prefix }: { prefix: string }) {
  const acts = [...useStore(heldActs)].filter(
    ([key, { state }]) => key.startsWith(prefix) && state !== 'sent',
  );
  return (
    <div role="status">
      {acts.map(([key, { text, state, undo }]) => (
        <p key={key} className={styles.strip} data-state={state}>
          <span>{text}</span>
          <Button size="s" onClick={undo}>
            {state === 'refused' ? 'Close' : 'Undo'}
          </Button>
        </p>
      ))}
    </div>
  );
}
