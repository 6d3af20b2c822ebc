import { Button } from '@satrangi/kit';
import styles from './reader.module.css';

/** Offers the reading position of another device, which did not load when the book opened. */
export function Elsewhere({ page, onGo, onStay }: { page: number; onGo: () => void; onStay: () => void }) {
  return (
    <div className={styles.resumed}>
      <p role="status">You were on page {page} on another device.</p>
      <Button size="s" onClick={onGo}>
        Go to page {page}
      </Button>
      <Button size="s" onClick={onStay}>
        Stay here
      </Button>
    </div>
  );
}
