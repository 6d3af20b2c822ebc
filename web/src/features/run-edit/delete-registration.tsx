import { Button, Dialog, Failure, Field } from '@satrangi/kit';
import { useState } from 'react';
import type { EditCalls } from './edit-calls.ts';
import styles from './run-edit.module.css';

const WORD = 'delete';

/** Deletes a registration after the word is typed. */
export function DeleteRegistration({ calls, onDeleted }: { calls: EditCalls; onDeleted: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const remove = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await calls.remove();
      onDeleted();
    } catch {
      setFailure('Your registration could not be deleted. Please try again.');
      setBusy(false);
    }
  };
  return (
    <section className={styles.panel} aria-labelledby="delete-h">
      <h2 id="delete-h">Delete my registration</h2>
      <p>Closes the page and deletes your details. The fee is not returned.</p>
      <Button tone="danger" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Delete my registration
      </Button>
      {isOpen && (
        <Dialog open onClose={() => setOpen(false)} title="Delete my registration?">
          <form
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault();
              void remove();
            }}
          >
            <p>The page closes at once and cannot be opened again. Gifts stay with the archive.</p>
            <Field
              label={`Type '${WORD}' to confirm`}
              autoComplete="off"
              autoCapitalize="none"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
            <Failure>{failure}</Failure>
            <Button
              tone="danger"
              type="submit"
              disabled={typed.trim().toLowerCase() !== WORD}
              aria-disabled={isBusy}
            >
              {isBusy ? 'Deleting…' : 'Delete'}
            </Button>
          </form>
        </Dialog>
      )}
    </section>
  );
}
