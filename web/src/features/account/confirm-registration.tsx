import { ApiError, accountTexts } from '@satrangi/contracts/pure';
import { Button, Failure, useForm } from '@satrangi/kit';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import styles from './account.module.css';
import { PasswordField } from './password-field.tsx';
import { confirmSignUp } from './sign-in.ts';

const failureOf = (error: unknown): string => {
  if (!(error instanceof ApiError) || error.status >= 500)
    return 'Your account could not be created. Try again.';
  if (error.status === 401) return 'That is not the password you chose when you registered.';
  return error.status === 400 ? 'That link does not work any more. Please register again.' : error.message;
};

/** The last step of a registration: the mailed link and the password chosen before. */
export function ConfirmRegistration({ token }: { token: string }) {
  const { form, field, failure, busy } = useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: password ? undefined : accountTexts.passwordRequired }),
    submit: ({ password }) => confirmSignUp(token, password),
    failureOf,
  });
  return (
    <form className={styles.form} aria-label="Finish creating your account" {...form}>
      <p>Enter the password you chose when you registered. If you did not register, close this page.</p>
      <PasswordField label="Password" autoComplete="current-password" required {...field('password')} />
      <Failure>{failure}</Failure>
      <Button tone="primary" size="l" wide type="submit" aria-disabled={busy}>
        {busy ? 'Creating account…' : 'Create account'}
      </Button>
      <p className={styles.other}>
        <Link to={paths.register}>Register again</Link>
      </p>
    </form>
  );
}
