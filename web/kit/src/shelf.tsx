import { type ReactNode, useRef } from 'react';
import { useNearViewport } from './near-viewport.ts';
import styles from './shelf.module.css';

/** Books on a shelf: a list that scrolls sideways on a phone and fills the width of a desktop. */
export function Shelf({ label, children }: { label: string; children: ReactNode }) {
  const row = useRef<HTMLUListElement>(null);
  useNearViewport(row);
  return (
    <div className={styles.shelf}>
      <ul className={styles.row} aria-label={label} ref={row} data-far>
        {children}
      </ul>
      <div className={styles.plank} />
    </div>
  );
}

type Props = {
  faceOut?: boolean;
  width?: number;
  children: ReactNode;
};

/**
 * One place on the shelf, with a link around a spine or a cover. `faceOut` gives it the width of a cover; a spine
 * passes its own `width` in CSS pixels, so that hidden places need no layout.
 */
export function ShelfPlace({ faceOut, width, children }: Props) {
  return (
    <li
      className={styles.place}
      data-face-out={faceOut || undefined}
      style={faceOut || width === undefined ? undefined : { width: `${width}px` }}
    >
      {children}
    </li>
  );
}
