import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './checkbox.module.css';

/** A checkbox before its label, with a hint and an error below. */
export function Checkbox({
  label,
  hint,
  error,
  ...rest
}: Omit<ComponentProps<'input'>, 'id' | 'type'> & {
  label: ReactNode;
  hint?: ReactNode;
  /** The error message; read out with the box. */
  error?: string | undefined;
}) {
  const id = useId();
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return (
    <div className={styles.check}>
      <label>
        <input
          {...rest}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
