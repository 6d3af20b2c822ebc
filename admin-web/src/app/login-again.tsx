import { accountTexts, pagePaths, readIdentifier } from '@satrangi/contracts/pure';
import { Button, Failure, Field, useForm } from '@satrangi/kit';
import { session } from '@satrangi/kit/browser/session';
import type { ReactNode } from 'react';
import { api } from '../lib/api.ts';
import { CallError, messageOf } from '../lib/http.ts';
import styles from './shell.module.css';

const failureOf = (error: unknown): string =>
  error instanceof CallError && error.status === 429 ? messageOf(error) : accountTexts.loginFailed;

const logIn = async ({ identifier, password }: { identifier: string; password: string }): Promise<void> => {
  const who = readIdentifier(identifier);
  const { token, user } = await api.identity.login({
    body: { password, ...(who.kind === 'phone' ? { phone: who.phone } : { email: identifier.trim() }) },
  });
  session.begin({ token, userId: user._id });
};

/**
 * The login inside the page (checklist ADM-46). The back office goes on by itself when the account is the one of an admin.
 * @param children what the login leads to
 */
export function LoginAgain({ children }: { children: ReactNode }) {
  const { form, field, failure, busy } = useForm({
    initial: { identifier: '', password: '' },
    check: ({ identifier, password }) => {
      const who = readIdentifier(identifier);
      return {
        identifier: who.kind === 'invalid' ? who.text : undefined,
        password: password === '' ? accountTexts.passwordRequired : undefined,
      };
    },
    submit: logIn,
    failureOf,
  });
  return (
    <form className={styles.refusal} aria-label="Log in" {...form}>
      <p>{children}</p>
      <Field
        label="Phone number or email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...field('identifier')}
      />
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        {...field('password')}
      />
      <Failure>{failure}</Failure>
      <Button tone="primary" type="submit" aria-disabled={busy}>
        {busy ? 'Logging in…' : 'Log in'}
      </Button>
      <p>
        <a href={pagePaths.login} target="_blank" rel="noreferrer">
          Log in another way, in a new tab
        </a>
      </p>
    </form>
  );
}
