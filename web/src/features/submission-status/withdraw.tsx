import type { AuthorView } from '@satrangi/contracts';
import { ApiError } from '@satrangi/contracts/pure';
import { Button, TextArea } from '@satrangi/kit';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { TypedConfirm } from '../../lib/typed-confirm.tsx';
import styles from './submission-status.module.css';

const REASON_MAX = 1_000;

/** It was decided in the meantime. */
const isTooLate = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'too-late';

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
  const [reason, setReason] = useState('');
  const withdraw = async (): Promise<void> => {
    try {
      const body = { token, ...(reason.trim() && { reason: reason.trim() }) };
      onWithdrawn(await api.publishing.withdraw({ body }));
    } catch (error) {
      if (isTooLate(error)) {
        const now = await api.publishing.submissionStatus({ body: { token } }).catch(() => null);
        if (now) onRefused(now, error.message);
      }
      throw error;
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
        <TypedConfirm
          title="Withdraw your work?"
          word="withdraw"
          action="Withdraw"
          busyAction="Withdrawing…"
          onConfirm={withdraw}
          failureOf={(error) =>
            isTooLate(error) ? error.message : 'It could not be withdrawn. Please try again.'
          }
          onClose={() => setOpen(false)}
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
        </TypedConfirm>
      )}
    </section>
  );
}
