import { FEEDBACK_MAX } from '@satrangi/contracts/pure';
import { Button, Dialog, Failure, Field, TextArea, useForm } from '@satrangi/kit';
import { api } from '../../lib/api.ts';
import account from './account.module.css';
import { ExportButton } from './export-button.tsx';
import styles from './profile-form.module.css';

const WORD = 'delete';
const isTyped = (text: string): boolean => text.trim().toLowerCase() === WORD;

/** The end of an account: what is lost, a way to take it along, and a word to type. */
export function DeleteDialog({ onClose, onDeleted }: { onClose: () => void; onDeleted: () => void }) {
  const { form, field, values, failure, busy } = useForm({
    start: { feedback: '', word: '' },
    check: () => ({}),
    submit: async ({ feedback, word }) => {
      if (!isTyped(word)) return;
      await api.identity.deleteAccount({
        body: feedback.trim() ? { feedback: feedback.trim() } : {},
      });
      onDeleted();
    },
    failureOf: () => 'Failed to delete profile.',
  });
  return (
    <Dialog open onClose={onClose} title="Delete my profile">
      <div className={styles.loss}>
        <p>
          Your library, your place in each title and your reviews go for good. Orders stay in our books for
          seven years, as the law asks, without your name, email or phone.
        </p>
        <ExportButton />
      </div>
      <form className={account.form} aria-label="Delete my profile" {...form}>
        <TextArea
          label="Why are you leaving? (optional)"
          hint="Kept without your name."
          maxLength={FEEDBACK_MAX}
          rows={2}
          {...field('feedback')}
        />
        <Field
          label={
            <>
              Type <b>{WORD}</b> to go on
            </>
          }
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          {...field('word')}
        />
        <Failure>{failure}</Failure>
        <div className={styles.pair}>
          <Button onClick={onClose} size="l">
            Keep my profile
          </Button>
          <Button
            tone="danger"
            size="l"
            type="submit"
            className={styles.danger}
            disabled={!isTyped(values.word)}
            aria-disabled={busy}
          >
            {busy ? 'Deleting…' : 'Delete'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
