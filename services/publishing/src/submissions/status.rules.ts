import type { SubmissionStatus } from '@satrangi/contracts';

/** Who moves a submission. */
export type Mover = 'author' | 'admin';

/** The states that an admin may choose from each state. Withdrawn is final. */
const next: Readonly<Record<SubmissionStatus, readonly SubmissionStatus[]>> = {
  received: ['in-review', 'accepted', 'declined', 'withdrawn'],
  'in-review': ['accepted', 'declined', 'withdrawn'],
  accepted: ['declined', 'in-review'],
  declined: ['accepted', 'in-review'],
  withdrawn: [],
};

const decided: readonly SubmissionStatus[] = ['accepted', 'declined'];

export const canWithdraw = (status: SubmissionStatus): boolean => next[status].includes('withdrawn');

/** Whether a move is possible; `note-required` for a decision that is changed (checklist PUB-20). */
export const checkMove = (
  from: SubmissionStatus,
  to: SubmissionStatus,
  by: Mover,
  hasNote: boolean,
): 'ok' | 'not-possible' | 'note-required' => {
  if (by === 'author' && to !== 'withdrawn') return 'not-possible';
  if (!next[from].includes(to)) return 'not-possible';
  return decided.includes(from) && !hasNote ? 'note-required' : 'ok';
};
