import { isDecided, type SubmissionStatus, submissionMoves } from '@satrangi/contracts';

/** Who moves a submission. */
export type Mover = 'author' | 'admin';

export const canWithdraw = (status: SubmissionStatus): boolean =>
  submissionMoves[status].includes('withdrawn');

/** Whether a move is possible; `note-required` for a decision that is changed (checklist PUB-20). */
export const checkMove = (
  from: SubmissionStatus,
  to: SubmissionStatus,
  by: Mover,
  hasNote: boolean,
): 'ok' | 'not-possible' | 'note-required' => {
  if (by === 'author' && to !== 'withdrawn') return 'not-possible';
  if (!submissionMoves[from].includes(to)) return 'not-possible';
  return isDecided(from) && !hasNote ? 'note-required' : 'ok';
};
