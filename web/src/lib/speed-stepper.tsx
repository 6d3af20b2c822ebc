import { classes, Icon, IconButton, minusIcon, plusIcon } from '@satrangi/kit';
import type { ReactNode } from 'react';
import styles from './speed-stepper.module.css';
import { fasterStep, type SpeedRange, slowerStep, speedText } from './speed-steps.ts';

/**
 * Playback speed: one press is one step slower or faster. `children` stands between the two buttons and shows the speed;
 * without it the speed is text. A button at its end keeps the focus, so it is `aria-disabled`.
 */
export function SpeedStepper({
  rate,
  className,
  onRate,
  children,
  ...range
}: SpeedRange & {
  rate: number;
  className?: string | undefined;
  onRate: (rate: number) => void;
  children?: ReactNode;
}) {
  return (
    <fieldset className={classes(styles.stepper, className)} aria-label="Speed">
      <IconButton
        label="Slower"
        aria-disabled={rate <= range.slowest}
        onClick={() => onRate(slowerStep(rate, range))}
      >
        <Icon shape={minusIcon} size="s" />
      </IconButton>
      {children}
      <span className={children ? 'vh' : `${styles.value} num`} role="status">
        {speedText(rate)}
      </span>
      <IconButton
        label="Faster"
        aria-disabled={rate >= range.fastest}
        onClick={() => onRate(fasterStep(rate, range))}
      >
        <Icon shape={plusIcon} size="s" />
      </IconButton>
    </fieldset>
  );
}
