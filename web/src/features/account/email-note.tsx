import styles from './profile-form.module.css';

const words = {
  confirmed: 'Your new email is confirmed.',
  expired: 'That link does not work any more. Change the email again to get a new one.',
  taken: 'That email belongs to another account by now.',
} as const;

const isKnown = (said: string | null): said is keyof typeof words => said !== null && said in words;

/** What the link of a confirmation mail came to: it leads to `/profile?email={outcome}`. */
export function EmailNote({ said }: { said: string | null }) {
  if (!isKnown(said)) return null;
  return (
    <p className={styles.note} data-good={said === 'confirmed' || undefined} role="status">
      {words[said]}
    </p>
  );
}
