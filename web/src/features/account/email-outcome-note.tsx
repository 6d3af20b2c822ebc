import { accountTexts } from '@satrangi/contracts/pure';
import styles from './profile-form.module.css';

/** Results of the link in a confirmation mail. */
export const emailOutcomes = {
  confirmed: accountTexts.emailConfirmed,
  expired: 'That link does not work any more. You can get a new one in your profile.',
  taken: accountTexts.newEmailTaken,
} as const;

const isKnown = (outcome: string | null): outcome is keyof typeof emailOutcomes =>
  outcome !== null && outcome in emailOutcomes;

/** Result of a confirmation mail, which leads to `/profile?email={outcome}`. */
export function EmailOutcomeNote({ outcome }: { outcome: string | null }) {
  if (!isKnown(outcome)) return null;
  return (
    <p className={styles.note} data-good={outcome === 'confirmed' || undefined} role="status">
      {emailOutcomes[outcome]}
    </p>
  );
}
