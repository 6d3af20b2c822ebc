import { useState } from 'react';
import { textProps } from '../../lib/use-texts.ts';
import styles from './submission.module.css';
import { type SentSubmission, SubmissionForm } from './submission-form.tsx';
import { SubmissionSent } from './submission-sent.tsx';

/** What follows a submission. */
function NextSteps({ reader }: { reader: string }) {
  return (
    <section className={styles.next} aria-labelledby="next-h">
      <h3 id="next-h">What happens next</h3>
      <ol>
        <li>
          <b>At once</b>
          <span>You get a number and a private link, here and by mail.</span>
        </li>
        <li>
          <b>Then a person reads it</b>
          <span {...textProps(reader)}>{reader}</span>
        </li>
        <li>
          <b>At each step</b>
          <span>
            Your private page shows it, with its date. Until we decide, you can take your work back.
          </span>
        </li>
      </ol>
      <p className={styles.promise}>
        For an uploaded file you get a signed receipt. When it is deleted, you get a signed proof of that too.
      </p>
    </section>
  );
}

/** The form, or the outcome of the last submission, beside what happens next. */
export function SubmissionPanel({ reader }: { reader: string }) {
  const [sent, setSent] = useState<SentSubmission>();
  return (
    <div className={styles.columns}>
      {sent ? (
        <SubmissionSent sent={sent} onAgain={() => setSent(undefined)} />
      ) : (
        <SubmissionForm onSent={setSent} />
      )}
      <NextSteps reader={reader} />
    </div>
  );
}
