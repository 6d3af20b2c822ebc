import type { AuthorView } from '@satrangi/contracts';
import { ApiError } from '@satrangi/contracts/pure';
import { TextArea } from '@satrangi/kit';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { TypedConfirm } from '../../lib/typed-confirm.tsx';

const REASON_MAX = 1_000;

/** It was decided in the meantime. */
const isTooLate = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'too-late';

export type WithdrawOutcomes = {
  readonly onWithdrawn: (submission: AuthorView) => void;
  /** It was decided in the meantime: the submission as it is now, and the reason. */
  readonly onRefused: (submission: AuthorView, reason: string) => void;
};

/** Takes a submission back after the word is typed. */
export function WithdrawDialog({
  token,
  onWithdrawn,
  onRefused,
  onClose,
}: WithdrawOutcomes & { token: string; onClose: () => void }) {
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
    <TypedConfirm
      title="Withdraw your work?"
      word="withdraw"
      action="Withdraw"
      busyAction="Withdrawing…"
      onConfirm={withdraw}
      failureOf={(error) =>
        isTooLate(error) ? error.message : 'It could not be withdrawn. Please try again.'
      }
      onClose={onClose}
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
  );
}
