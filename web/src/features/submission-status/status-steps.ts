import type { AuthorView } from '@satrangi/contracts';
import { submissionStatusLabels } from '@satrangi/contracts/pure';

/** A step of the line: done with a date or without one, current, or still to come. */
type StatusStep = {
  readonly label: string;
  readonly state: 'done' | 'current' | 'open';
  readonly at: string | undefined;
};

const decisions = ['accepted', 'declined', 'withdrawn'] as const;

/**
 * The four steps of a submission: received, in review, decision, published. A work that is not taken, or withdrawn, ends
 * with the third step. Only the steps of the present state have dates: an older decision that was reopened has none.
 */
export const statusSteps = ({ status, history, itemPath }: AuthorView): readonly StatusStep[] => {
  const lastAt = (to: string): string | undefined => history.findLast((entry) => entry.to === to)?.at;
  const decision = decisions.find((each) => each === status);
  const rank = decision ? 2 : status === 'in-review' ? 1 : 0;
  const current = itemPath ? 3 : rank;
  const labels = [
    submissionStatusLabels.received,
    submissionStatusLabels['in-review'],
    decision ? submissionStatusLabels[decision] : 'Decision',
    ...(decision === undefined || decision === 'accepted' ? ['On the shelf'] : []),
  ];
  const dates = [lastAt('received'), lastAt('in-review'), decision && lastAt(decision), undefined];
  return labels.map((label, index) => ({
    label,
    state: index < current ? 'done' : index === current ? 'current' : 'open',
    at: index <= rank ? dates[index] : undefined,
  }));
};
