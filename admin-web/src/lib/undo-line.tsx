import { Button } from '@satrangi/kit';
import styles from './undo-line.module.css';

/** What has just been done, with the way back; or why it was refused. Stands in a region with `role="status"`. */
export function UndoLine({
  text,
  isRefused = false,
  onUndo,
}: {
  text: string;
  isRefused?: boolean;
  /** Takes it back; closes the line of a refused one. */
  onUndo: () => void;
}) {
  return (
    <p className={styles.line} data-state={isRefused ? 'refused' : undefined}>
      <span>{text}</span>
      <Button size="s" onClick={onUndo}>
        {isRefused ? 'Close' : 'Undo'}
      </Button>
    </p>
  );
}
