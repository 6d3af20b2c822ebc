import { accountTexts } from '@satrangi/contracts/pure';
import styles from './profile-form.module.css';

/** What can come of the link of a confirmation mail. */
export const emailNotes = {
  confirmed: accountTexts.emailConfirmed,
  expired: 'That link does not work any more. You can get a new one in your profile.',
  taken: accountTexts.newEmailTaken,
} as const;

const isKnown = (said: string | null): said is keyof typeof emailNotes => said !== null && said in emailNotes;

/** What came of a confirmation mail: its page leads to `/profile?email={outcome}`. */
export function EmailNote({ said }: { said: string | null }) {
  if (!isKnown(said)) return null;
  return (
    <p className={styles.note} data-good={said === 'confirmed' || undefined} role="status">
      {emailNotes[said]}
    </p>
  );
}
