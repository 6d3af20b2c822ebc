import { Button } from '@satrangi/kit';
import styles from './reader.module.css';

/** Says where the book was opened, and offers its beginning. */
export function Resumed({ page, onStart }: { page: number; onStart: () => void }) {
  return (
    <div className={styles.resumed}>
      <p role="status">Page {page}, where you left off</p>
      <Button size="s" onClick={onStart}>
        Start at page 1
      </Button>
    </div>
  );
}
