import { Button } from '@satrangi/kit';
import { useEffect, useState } from 'react';
import styles from './undo-line.module.css';

/** Time in which what was deleted can be brought back. */
const UNDO_MS = 10_000;

/** What was deleted last, for as long as it can come back. */
export const useUndoable = <T,>() => {
  const [removed, setRemoved] = useState<T | null>(null);
  useEffect(() => {
    if (removed === null) return;
    const timer = setTimeout(setRemoved, UNDO_MS, null);
    return () => clearTimeout(timer);
  }, [removed]);
  return [removed, setRemoved] as const;
};

type Props = {
  text: string;
  isRefused?: boolean;
  /** Takes it back; closes the line of a refused one. */
  onUndo: () => void;
};

/** What has just been done, with the way back; or why it was refused. Stands in a region with `role="status"`. */
export function UndoLine({ text, isRefused = false, onUndo }: Props) {
  return (
    <p className={styles.line} data-state={isRefused ? 'refused' : undefined}>
      <span>{text}</span>
      <Button size="s" onClick={onUndo} data-undo={isRefused ? undefined : ''}>
        {isRefused ? 'Close' : 'Undo'}
      </Button>
    </p>
  );
}
