import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { classes } from './classes.ts';

export type ButtonLook = {
  /** `primary` for the main action, `line` for others, `quiet` in toolbars. */
  readonly tone?: 'primary' | 'line' | 'quiet' | 'danger';
  readonly size?: 's' | 'm' | 'l';
  readonly wide?: boolean;
};

/** Button props for a link: `<Link {...buttonLook({ tone: 'primary' })} to=…>`. */
export const buttonLook = (look: ButtonLook = {}, className?: string) => ({
  className: classes(styles.button, className),
  'data-tone': look.tone ?? 'line',
  'data-size': look.size ?? 'm',
  'data-wide': look.wide || undefined,
});

export function Button({ tone, size, wide, className, ...rest }: ButtonLook & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...buttonLook(
        { ...(tone ? { tone } : {}), ...(size ? { size } : {}), ...(wide ? { wide } : {}) },
        className,
      )}
      {...rest}
    />
  );
}

export const iconButtonLook = (className?: string) => ({ className: classes(styles.icon, className) });

/** A square icon button. `label` is its accessible name. */
export function IconButton({ label, className, ...rest }: { label: string } & ComponentProps<'button'>) {
  return <button type="button" aria-label={label} {...iconButtonLook(className)} {...rest} />;
}
