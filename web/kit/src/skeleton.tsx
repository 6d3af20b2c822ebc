import type { CSSProperties } from 'react';
import styles from './skeleton.module.css';
import { useWait } from './waits.ts';

type Props = {
  width?: string;
  height?: string;
  ratio?: string;
};

/** A placeholder of the final size; it appears after 150 ms, so that fast responses do not flicker. */
export function Skeleton({ width = '100%', height = '1rem', ratio }: Props) {
  useWait();
  const size: CSSProperties = ratio ? { width, aspectRatio: ratio } : { width, height };
  return <span className={styles.skeleton} style={size} aria-hidden="true" />;
}
