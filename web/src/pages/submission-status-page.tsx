import { SubmissionStatus } from '../features/submission-status/submission-status.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { useFragment } from '../lib/use-fragment.ts';
import styles from './submission-status-page.module.css';

/** `/publishing/status#t={token}`, the target of the private link in mails. Its title does not say what was sent. */
export function SubmissionStatusPage() {
  const token = useFragment('t');
  return (
    <>
      <PageHead title="What you sent us" />
      <div className={`wrap ${styles.page}`}>
        <SubmissionStatus key={token ?? ''} token={token} />
      </div>
    </>
  );
}
