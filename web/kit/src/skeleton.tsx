import type { CSSProperties } from 'react';
import styles from './skeleton.module.css';
import { useWait } from './waits.ts';

/** A grey place of the size of what comes; it shows only after 150 ms so that quick answers do not flicker. */
export function Skeleton({
  width = '100%',
  height = '1rem',
  ratio,
}: {
  width?: string;
  height?: string;
  ratio?: string;
}) {
  useWait();
  const size: CSSProperties = ratio ? { width, aspectRatio: ratio } : { width, height };
  return <span className={styles.skeleton} style={size} aria-hidden="true" />;
}
