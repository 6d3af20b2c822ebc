import { Button } from '@satrangi/kit';
import { useEffect, useRef, useState } from 'react';
import styles from './reader.module.css';

/** How long the strip is shown. The first page is also reached by its key, its number and the contents. */
export const SHOWN_MS = 15_000;

/** Says where the book was opened, and offers its beginning. Closes by itself when it is not in use. */
export function Resumed({ page, onStart }: { page: number; onStart: () => void }) {
  const [isShown, setIsShown] = useState(true);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const timer = setInterval(() => {
      const isInUse =
        root.current?.contains(document.activeElement) || root.current?.matches(':hover') === true;
      // Without the strip the pages are larger, and laid again: selected words would be lost.
      const hasSelected = getSelection()?.isCollapsed === false;
      if (!isInUse && !hasSelected) setIsShown(false);
    }, SHOWN_MS);
    return () => clearInterval(timer);
  }, []);
  if (!isShown) return null;
  return (
    <div ref={root} className={styles.resumed}>
      <p role="status">Page {page}, where you left off</p>
      <Button size="s" onClick={onStart}>
        Start at page 1
      </Button>
    </div>
  );
}
