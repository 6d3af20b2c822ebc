import { Button, Dialog, Failure, Field } from '@satrangi/kit';
import { type ReactNode, useState } from 'react';
import styles from './typed-confirm.module.css';

/** A dialog before something that cannot be undone: it is done after the word is typed. */
export function TypedConfirm({
  title,
  word,
  action,
  busyAction,
  onConfirm,
  failureOf,
  onClose,
  children,
}: {
  title: string;
  /** Typed in any case. */
  word: string;
  action: string;
  busyAction: string;
  onConfirm: () => Promise<void>;
  failureOf: (error: unknown) => string;
  onClose: () => void;
  /** What it means, and further fields. */
  children: ReactNode;
}) {
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const confirm = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await onConfirm();
    } catch (error) {
      setFailure(failureOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} title={title}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        {children}
        <Field
          label={`Type '${word}' to confirm`}
          autoComplete="off"
          autoCapitalize="none"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Failure>{failure}</Failure>
        <Button
          tone="danger"
          type="submit"
          disabled={typed.trim().toLowerCase() !== word}
          aria-disabled={isBusy}
        >
          {isBusy ? busyAction : action}
        </Button>
      </form>
    </Dialog>
  );
}
