import { Button } from '@satrangi/kit';
import { momentText } from './format.ts';
import styles from './kept-note.module.css';

/** Says that values of an earlier visit stand in a form, and removes them. */
export function KeptNote({ at, onDrop }: { at: number | null; onDrop: () => void }) {
  if (at === null) return null;
  return (
    <section className={styles.note} aria-label="Draft">
      <p>You typed this on {momentText(at)}.</p>
      <Button size="s" tone="quiet" onClick={onDrop}>
        Throw it away
      </Button>
    </section>
  );
}
