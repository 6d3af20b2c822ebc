import type { AuthorView } from '@satrangi/contracts';
import { ApiError } from '@satrangi/contracts/pure';
import { Button, Dialog, Failure, Field, TextArea } from '@satrangi/kit';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import styles from './submission-status.module.css';

const WORD = 'withdraw';
const REASON_MAX = 1_000;

/** Takes a submission back after the word is typed. */
export function Withdraw({
  token,
  onWithdrawn,
  onRefused,
}: {
  token: string;
  onWithdrawn: (submission: AuthorView) => void;
  /** It was decided in the meantime: the submission as it is now, and the reason. */
  onRefused: (submission: AuthorView, reason: string) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const withdraw = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const body = { token, ...(reason.trim() && { reason: reason.trim() }) };
      onWithdrawn(await api.publishing.withdraw({ body }));
    } catch (error) {
      const refusal = error instanceof ApiError && error.code === 'too-late' ? error.message : undefined;
      const now = refusal && (await api.publishing.submissionStatus({ body: { token } }).catch(() => null));
      setFailure(refusal ?? 'It could not be withdrawn. Please try again.');
      setBusy(false);
      if (refusal && now) onRefused(now, refusal);
    }
  };
  return (
    <section className={styles.panel} aria-labelledby="withdraw-h">
      <h3 id="withdraw-h">Take it back</h3>
      <p>Until we decide, you can withdraw your work. We delete the file and sign that it is gone.</p>
      <Button tone="danger" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Withdraw
      </Button>
      {isOpen && (
        <Dialog open onClose={() => setOpen(false)} title="Withdraw your work?">
          <form
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault();
              void withdraw();
            }}
          >
            <p>The editors stop reading, and the file is deleted at once. You can send it again later.</p>
            <TextArea
              label="Why? (optional)"
              rows={3}
              maxLength={REASON_MAX}
              hint="Only the editors see it."
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
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
              {isBusy ? 'Withdrawing…' : 'Withdraw'}
            </Button>
          </form>
        </Dialog>
      )}
    </section>
  );
}
