import { Button } from '@satrangi/kit';
import { useState } from 'react';
import { TypedConfirm } from '../../lib/typed-confirm.tsx';
import type { EditCalls } from './edit-calls.ts';
import styles from './run-edit.module.css';

/** Deletes a registration after the word is typed. */
export function DeleteRegistration({ calls, onDeleted }: { calls: EditCalls; onDeleted: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.panel} aria-labelledby="delete-h">
      <h2 id="delete-h">Delete my registration</h2>
      <p>Closes the page and deletes your details. The fee is not returned.</p>
      <Button tone="danger" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Delete my registration
      </Button>
      {isOpen && (
        <TypedConfirm
          title="Delete my registration?"
          word="delete"
          action="Delete"
          busyAction="Deleting…"
          onConfirm={() => calls.remove().then(onDeleted)}
          failureOf={() => 'Your registration could not be deleted. Please try again.'}
          onClose={() => setOpen(false)}
        >
          <p>The page closes at once and cannot be opened again. Gifts stay with the archive.</p>
        </TypedConfirm>
      )}
    </section>
  );
}
