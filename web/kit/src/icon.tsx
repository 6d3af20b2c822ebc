import type { ComponentProps } from 'react';
import styles from './icon.module.css';

/** An icon from one of the shapes of icons-*.ts. It is decorative: give a text beside it. */
export function Icon({
  shape,
  size = 'm',
  ...rest
}: { shape: string; size?: 's' | 'm' | 'l' } & ComponentProps<'svg'>) {
  return (
    <svg
      className={styles.icon}
      data-size={size}
      viewBox="0 0 256 256"
      aria-hidden="true"
      focusable="false"
      {...rest}
    >
      <path d={shape} />
    </svg>
  );
}
