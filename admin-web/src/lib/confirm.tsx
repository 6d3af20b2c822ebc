import { Button, Dialog, ErrorNote, Field } from '@satrangi/kit';
import { type ReactNode, useRef, useState } from 'react';
import styles from './confirm.module.css';

export type ConfirmProps = {
  /** Names the act and the thing: `Delete ‘Night Bus to Nagpur’?` */
  readonly title: string;
  /** The word of the act on the button. */
  readonly action: string;
  readonly tone?: 'danger' | 'primary';
  /** What goes and what stays. */
  readonly children?: ReactNode;
  /** This text must be typed before the act is possible, letter case aside. */
  readonly typed?: { readonly label: string; readonly text: string };
  /** Closes the dialog when it is fulfilled; the dialog stays with the sentence of `failureOf` when it is not. */
  readonly onConfirm: () => Promise<unknown>;
  readonly failureOf: (error: unknown) => string;
  readonly onClose: () => void;
};

/** Asks before an act that takes something away. A second click while the act runs does nothing. */
export function Confirm(props: ConfirmProps) {
  const { title, action, tone = 'danger', children, typed, onConfirm, failureOf, onClose } = props;
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const isReady = !typed || text.trim().toLowerCase() === typed.text.trim().toLowerCase();
  const run = async (): Promise<void> => {
    if (isRunning.current || !isReady) return;
    isRunning.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      title={title}
      shape="centre"
      onClose={() => {
        if (!isRunning.current) onClose();
      }}
    >
      <form
        className={styles.confirm}
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        {children}
        {typed && (
          <Field
            label={typed.label}
            value={text}
            onChange={({ target }) => setText(target.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
        {failure && <ErrorNote>{failure}</ErrorNote>}
        <div className={styles.buttons}>
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" tone={tone} disabled={isBusy || !isReady}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
