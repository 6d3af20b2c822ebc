import { Button, Dialog } from '@satrangi/kit';
import { useRef, useState } from 'react';
import type { RunEvent } from '../../lib/run-queries.ts';
import { useStore } from '../../lib/use-store.ts';
import styles from './registration.module.css';
import type { Registration } from './registration.ts';
import { CardStep, RegistrationWidget } from './registration-widget.tsx';

const KEPT = 'What you typed is kept while this page is open.';

function Question({ onClose, onStay }: { onClose: () => void; onStay: () => void }) {
  return (
    <div className={styles.question} role="alertdialog" aria-label="Close the form?">
      <p>Close the form? {KEPT}</p>
      <div className={styles.ways}>
        <Button tone="primary" size="s" autoFocus onClick={onStay}>
          Keep writing
        </Button>
        <Button size="s" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}

/**
 * The full form. A click on the backdrop and the close button close it and keep what was typed; Esc asks first when
 * something was typed.
 * @param onClose receives a note for the page
 */
export function RegistrationDialog({
  registration,
  event,
  onClose,
}: {
  registration: Registration;
  event: RunEvent;
  onClose: (note: string) => void;
}) {
  const state = useStore(registration.state);
  const [isConfirming, setConfirming] = useState(false);
  const isTouched = useRef(false);
  const isForm = state.step === 'form' || state.step === 'starting';
  const mustConfirm = (): boolean => isForm && isTouched.current;
  const close = (): void => onClose(mustConfirm() ? KEPT : '');
  // a modal dialog would cover the card
  if (state.step === 'card') return <CardStep registration={registration} />;
  return (
    <Dialog
      open
      title={state.step === 'done' ? 'Thank you' : 'Register'}
      className={styles.dialog}
      onInput={() => {
        isTouched.current = true;
      }}
      onClose={close}
      onCancel={(cancelled) => {
        cancelled.preventDefault();
        // of a list or a file dialog inside
        if (cancelled.target !== cancelled.currentTarget) return;
        if (isConfirming) setConfirming(false);
        else if (mustConfirm()) setConfirming(true);
        else close();
      }}
    >
      {isConfirming && <Question onClose={close} onStay={() => setConfirming(false)} />}
      <RegistrationWidget registration={registration} event={event} size="full" />
    </Dialog>
  );
}
