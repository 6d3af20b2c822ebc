import { ApiError } from '@satrangi/contracts/pure';
import { Button, Failure, useForm } from '@satrangi/kit';
import { api } from '../../lib/api.ts';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import styles from './account.module.css';
import { newPasswordError, PASSWORDS_DIFFER } from './new-password.ts';
import { PasswordField } from './password-field.tsx';
import { PasswordRule } from './password-rule.tsx';

const failureOf = (error: unknown): string =>
  error instanceof ApiError && error.status === 429 ? error.message : 'Failed to reset password';

/** A new password, typed twice. The link works once within an hour. */
export function ResetPasswordForm({ token, onReset }: { token: string; onReset: () => void }) {
  const { form, field, values, failure, busy } = useForm({
    initial: { password: '', confirmation: '' },
    check: ({ password, confirmation }) => {
      const passwordError = newPasswordError(password);
      return {
        password: passwordError,
        confirmation: !passwordError && confirmation !== password ? PASSWORDS_DIFFER : undefined,
      };
    },
    submit: async ({ password }) => {
      await api.identity.resetPassword({ body: { token, password } });
      onReset();
    },
    failureOf,
  });
  return (
    <form className={styles.form} aria-label="Reset password" {...form}>
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={<PasswordRule of={values.password} />}
        required
        {...field('password')}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        required
        {...field('confirmation')}
      />
      <Failure>{failure}</Failure>
      {failure && (
        <p>
          A link works once and for an hour. <Link to={paths.forgotPassword}>Ask for a new link</Link>
        </p>
      )}
      <Button tone="primary" size="l" wide type="submit" aria-disabled={busy}>
        {busy ? 'Saving…' : 'Set password'}
      </Button>
    </form>
  );
}
