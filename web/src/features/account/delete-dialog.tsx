import { ApiError, accountTexts, FEEDBACK_MAX } from '@satrangi/contracts/pure';
import { Button, Dialog, Failure, Field, TextArea, useForm } from '@satrangi/kit';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import account from './account.module.css';
import { ExportButton } from './export-button.tsx';
import { PasswordField } from './password-field.tsx';
import styles from './profile-form.module.css';
import { logOut } from './sign-in.ts';

const WORD = 'delete';
const isTyped = (text: string): boolean => text.trim().toLowerCase() === WORD;

const isRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 403 || error.status === 429);

/** Sends the deletion. `isStale`: the login is too old, and there is no password to ask for. */
const useDeletion = ({ hasPassword, onDeleted }: { hasPassword: boolean; onDeleted: () => void }) => {
  const [isStale, setStale] = useState(false);
  const deletion = useForm({
    initial: { feedback: '', confirmation: '', currentPassword: '' },
    check: ({ currentPassword }) => ({
      currentPassword: hasPassword && currentPassword === '' ? accountTexts.passwordRequired : undefined,
    }),
    submit: async ({ feedback, confirmation, currentPassword }) => {
      if (!isTyped(confirmation)) return;
      await api.identity.deleteAccount({
        body: {
          ...(feedback.trim() ? { feedback: feedback.trim() } : {}),
          ...(hasPassword ? { currentPassword } : {}),
        },
      });
      onDeleted();
    },
    failureOf: (error) => {
      setStale(isRefused(error) && !hasPassword);
      return isRefused(error) ? error.message : 'Failed to delete profile.';
    },
  });
  return { ...deletion, isStale };
};

/** What is lost, and what stays. Each service erases its part (IDN-40). */
function Losses() {
  return (
    <div className={styles.loss}>
      <p>This is deleted for good:</p>
      <ul>
        <li>Your library, and your place in each title.</li>
        <li>Your notes and highlights, and what you saved for later.</li>
        <li>Your reviews, and your conversations with the assistant.</li>
        <li>A stored card, and the newsletter.</li>
        <li>
          Your page of the run, if you registered with this profile: it closes, and the fee is not returned.
        </li>
      </ul>
      <p>
        Works that you sent us and gifts to pages stay, without your name. The law makes us keep orders for
        seven years, without your name, email or phone.
      </p>
      <ExportButton />
    </div>
  );
}

/**
 * Account deletion: what is lost, a data export, a word to type, and the password. Readers without a password log in
 * again when their login is older than ten minutes.
 */
export function DeleteDialog({
  hasPassword,
  onClose,
  onDeleted,
}: {
  hasPassword: boolean;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const { form, field, values, failure, busy, isStale } = useDeletion({ hasPassword, onDeleted });
  return (
    <Dialog open onClose={onClose} title="Delete my profile">
      <Losses />
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
              Type <b>{WORD}</b> to continue
            </>
          }
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          {...field('confirmation')}
        />
        {hasPassword && (
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            required
            {...field('currentPassword')}
          />
        )}
        <Failure>{failure}</Failure>
        {isStale && failure && (
          <Button onClick={() => void logOut()} wide>
            Log in again
          </Button>
        )}
        <div className={styles.pair}>
          <Button onClick={onClose} size="l">
            Keep my profile
          </Button>
          <Button
            tone="danger"
            size="l"
            type="submit"
            className={styles.danger}
            disabled={!isTyped(values.confirmation)}
            aria-disabled={busy}
          >
            {busy ? 'Deleting…' : 'Delete'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
