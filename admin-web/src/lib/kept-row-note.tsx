import { Button } from '@satrangi/kit';
import { momentText } from './format.ts';
import styles from './kept-note.module.css';

type Props = {
  at: number;
  onGoOn: (() => void) | undefined;
  onDrop: () => void;
};

/** Says that something was typed into a row at an earlier visit. @param onGoOn undefined: the row is not shown */
export function KeptRowNote({ at, onGoOn, onDrop }: Props) {
  return (
    <section className={styles.note} aria-label="Draft">
      <p>
        You typed something in a row on {momentText(at)}.{!onGoOn && ' The row is not in this list.'}
      </p>
      <span className={styles.actions}>
        {onGoOn && (
          <Button size="s" onClick={onGoOn}>
            Go on
          </Button>
        )}
        <Button size="s" tone="quiet" onClick={onDrop}>
          Throw it away
        </Button>
      </span>
    </section>
  );
}
