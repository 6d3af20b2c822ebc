import { ApiError, accountTexts, isEmail } from '@satrangi/contracts/pure';
import { Button, Failure, Field, useForm } from '@satrangi/kit';
import { api } from '../../lib/api.ts';
import styles from './account.module.css';

const failureOf = (error: unknown): string =>
  error instanceof ApiError && error.status === 429 ? error.message : 'Failed to send reset email.';

/** Requests the mail with a reset link. `onSent` receives the typed address, known or not. */
export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const { form, field, failure, busy } = useForm({
    initial: { email: '' },
    check: ({ email }) => ({ email: isEmail(email.trim()) ? undefined : accountTexts.emailInvalid }),
    submit: async ({ email }) => {
      await api.identity.forgotPassword({ body: { email: email.trim() } });
      onSent(email.trim());
    },
    failureOf,
  });
  return (
    <form className={styles.form} aria-label="Forgot password" {...form}>
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...field('email')}
      />
      <Failure>{failure}</Failure>
      <Button tone="primary" size="l" wide type="submit" aria-disabled={busy}>
        {busy ? 'Sending…' : 'Send link'}
      </Button>
    </form>
  );
}
