import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import styles from './field.module.css';

type Label = {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** The sentence to show when the value is refused; read out with the field. */
  readonly error?: string | undefined;
  /** Keeps the label for screen readers only; for a field whose place says what it is. */
  readonly hideLabel?: boolean;
};

const useField = ({ hint, error }: Pick<Label, 'hint' | 'error'>, id: string | undefined) => {
  const own = useId();
  const key = id ?? own;
  const described = [error ? `${key}-error` : '', hint ? `${key}-hint` : ''].filter(Boolean).join(' ');
  return {
    key,
    native: {
      id: key,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': described || undefined,
    } as const,
  };
};

function Around({
  label,
  hint,
  error,
  hideLabel,
  id,
  children,
}: Label & { id: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={hideLabel ? 'vh' : styles.label}>
        {label}
      </label>
      {children}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <div className={styles.hint} id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </div>
  );
}

export function Field({
  label,
  hint,
  error,
  hideLabel,
  id,
  className,
  ...rest
}: Label & ComponentProps<'input'>) {
  const { key, native } = useField({ hint, error }, id);
  return (
    <Around label={label} hint={hint} error={error} hideLabel={hideLabel ?? false} id={key}>
      <input className={classes(styles.control, className)} {...native} {...rest} />
    </Around>
  );
}

export function TextArea({
  label,
  hint,
  error,
  hideLabel,
  id,
  className,
  ...rest
}: Label & ComponentProps<'textarea'>) {
  const { key, native } = useField({ hint, error }, id);
  return (
    <Around label={label} hint={hint} error={error} hideLabel={hideLabel ?? false} id={key}>
      <textarea className={classes(styles.control, styles.area, className)} {...native} {...rest} />
    </Around>
  );
}

export function Select({
  label,
  hint,
  error,
  hideLabel,
  id,
  className,
  ...rest
}: Label & ComponentProps<'select'>) {
  const { key, native } = useField({ hint, error }, id);
  return (
    <Around label={label} hint={hint} error={error} hideLabel={hideLabel ?? false} id={key}>
      <select className={classes(styles.control, className)} {...native} {...rest} />
    </Around>
  );
}
