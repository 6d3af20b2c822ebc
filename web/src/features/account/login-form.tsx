import { ApiError, accountTexts } from '@satrangi/contracts/pure';
import { Button, Failure, Field, useForm } from '@satrangi/kit';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import styles from './account.module.css';
import { identifierBody, identifierError } from './identifier.ts';
import { PasswordField } from './password-field.tsx';
import { logIn } from './sign-in.ts';

/** Rate limits have their own message; every other refusal has the same one, whether the account exists or not. */
const failureOf = (error: unknown): string =>
  error instanceof ApiError && error.status === 429 ? error.message : accountTexts.loginFailed;

export function LoginForm() {
  const { form, field, failure, busy } = useForm({
    initial: { identifier: '', password: '' },
    check: ({ identifier, password }) => ({
      identifier: identifierError(identifier),
      password: password === '' ? accountTexts.passwordRequired : undefined,
    }),
    submit: ({ identifier, password }) => logIn(identifierBody(identifier), password),
    failureOf,
    rename: { email: 'identifier', phone: 'identifier' },
  });
  return (
    <form className={styles.form} aria-label="Log in" {...form}>
      <Field
        label="Phone number or email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...field('identifier')}
      />
      <PasswordField label="Password" autoComplete="current-password" required {...field('password')} />
      <p className={styles.forgot}>
        <Link to={paths.forgotPassword}>Forgot Password?</Link>
      </p>
      <Failure>{failure}</Failure>
      <Button tone="primary" size="l" wide type="submit" aria-disabled={busy}>
        {busy ? 'Logging in…' : 'Log in'}
      </Button>
    </form>
  );
}
