import { Button, Dialog, ErrorNote, Field } from '@satrangi/kit';
import { type ReactNode, useState } from 'react';
import styles from './confirm.module.css';
import { useSingleRun } from './use-single-run.ts';

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
  /** false: the act is not possible yet. */
  readonly isReady?: boolean;
  /** Closes the dialog when it is fulfilled; the dialog stays with the sentence of `failureOf` when it is not. */
  readonly onConfirm: () => Promise<unknown>;
  readonly failureOf: (error: unknown) => string;
  readonly onClose: () => void;
};

/** Asks before an act that takes something away. A second click while the act runs does nothing. */
export function Confirm(props: ConfirmProps) {
  const { title, action, tone = 'danger', children, typed, onConfirm, failureOf, onClose } = props;
  const { isReady: isPossible = true } = props;
  const [text, setText] = useState('');
  const { busy, failure, run } = useSingleRun<'act'>();
  const isReady = isPossible && (!typed || text.trim().toLowerCase() === typed.text.trim().toLowerCase());
  const confirm = async (): Promise<void> => {
    if (isReady && (await run('act', onConfirm, failureOf))) onClose();
  };
  return (
    <Dialog
      open
      title={title}
      shape="centre"
      onClose={() => {
        if (busy === null) onClose();
      }}
    >
      <form
        className={styles.confirm}
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
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
          <Button onClick={onClose} disabled={busy !== null}>
            Cancel
          </Button>
          <Button type="submit" tone={tone} disabled={busy !== null || !isReady}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
