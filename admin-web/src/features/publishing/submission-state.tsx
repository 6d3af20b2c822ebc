import { type SubmissionStatus, submissionStatusLabels } from '@satrangi/contracts/pure';
import styles from './publishing.module.css';

const tones: Readonly<Record<SubmissionStatus, string>> = {
  received: 'new',
  'in-review': 'open',
  accepted: 'good',
  declined: 'over',
  withdrawn: 'over',
};

/** The state of a submission, by word and colour. */
export function SubmissionState({ status }: { status: SubmissionStatus }) {
  return (
    <span className={styles.state} data-tone={tones[status]}>
      {submissionStatusLabels[status]}
    </span>
  );
}
