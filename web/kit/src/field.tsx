import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import styles from './field.module.css';

type Label = {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** The error message; read out with the field. */
  readonly error?: string | undefined;
  /** Shows the label only to screen readers. */
  readonly hideLabel?: boolean | undefined;
  readonly id?: string | undefined;
};

type Native = {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
};

/** A control with its label, error and hint. */
function Labelled({
  label,
  hint,
  error,
  hideLabel,
  id,
  children,
}: Label & { children: (native: Native) => ReactNode }) {
  const own = useId();
  const key = id ?? own;
  const described = [error ? `${key}-error` : '', hint ? `${key}-hint` : ''].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={key} className={hideLabel ? 'vh' : styles.label}>
        {label}
      </label>
      {children({
        id: key,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {error && (
        <p className={styles.error} id={`${key}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <div className={styles.hint} id={`${key}-hint`}>
          {hint}
        </div>
      )}
    </div>
  );
}

type Props<Tag extends 'input' | 'textarea' | 'select'> = Label & Omit<ComponentProps<Tag>, 'id'>;

/** Separates label props from the props of the control. */
const splitProps = <P extends Label>({ label, hint, error, hideLabel, id, ...rest }: P) =>
  [{ label, hint, error, hideLabel, id }, rest] as const;

export function Field(props: Props<'input'>) {
  const [labelProps, { className, ...rest }] = splitProps(props);
  return (
    <Labelled {...labelProps}>
      {(native) => <input className={classes(styles.control, className)} {...native} {...rest} />}
    </Labelled>
  );
}

export function TextArea(props: Props<'textarea'>) {
  const [labelProps, { className, ...rest }] = splitProps(props);
  return (
    <Labelled {...labelProps}>
      {(native) => (
        <textarea className={classes(styles.control, styles.area, className)} {...native} {...rest} />
      )}
    </Labelled>
  );
}

export function Select(props: Props<'select'>) {
  const [labelProps, { className, ...rest }] = splitProps(props);
  return (
    <Labelled {...labelProps}>
      {(native) => <select className={classes(styles.control, className)} {...native} {...rest} />}
    </Labelled>
  );
}
