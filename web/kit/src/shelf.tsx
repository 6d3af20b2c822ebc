import { type ReactNode, useRef } from 'react';
import { useNear } from './near.ts';
import styles from './shelf.module.css';

/** Books standing on a plank: a list that scrolls sideways on a phone and fills the width of a desk. */
export function Shelf({ label, children }: { label: string; children: ReactNode }) {
  const row = useRef<HTMLUListElement>(null);
  useNear(row);
  return (
    <div className={styles.shelf}>
      <ul className={styles.row} aria-label={label} ref={row} data-far>
        {children}
      </ul>
      <div className={styles.plank} />
    </div>
  );
}

/**
 * One place on the shelf. Put a link with a spine or a cover in it; `faceOut` gives it the width of a cover, a spine
 * says its own (`width`, CSS pixels), so that places out of sight need not be drawn to be measured.
 */
export function ShelfPlace({
  faceOut,
  width,
  children,
}: {
  faceOut?: boolean;
  width?: number;
  children: ReactNode;
}) {
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
