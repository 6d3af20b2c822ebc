import { ApiError, accountTexts, BIO_MAX, NAME_MAX, PRONOUNS_MAX } from '@satrangi/contracts/pure';
import { Button, Failure, Field, TextArea, useForm } from '@satrangi/kit';
import { useEffect, useId, useRef, useState } from 'react';
import styles from './account.module.css';
import { identifierBody, identifierError } from './identifier.ts';
import { newPasswordError } from './new-password.ts';
import { PasswordField } from './password-field.tsx';
import { PasswordRule } from './password-rule.tsx';
import { signUp } from './sign-in.ts';

/** Suggestions only; the field accepts any text. */
export const pronounSuggestions = [
  'she/her',
  'he/him',
  'they/them',
  'she/they',
  'he/they',
  'ze/hir',
] as const;

const failureOf = (error: unknown): string =>
  error instanceof ApiError && error.status < 500 ? error.message : 'Registration failed';

const optional = (text: string): string | undefined => text.trim() || undefined;

/** Shown where registration is by mail: the same for known and unknown addresses. */
function MailedNote({ email }: { email: string }) {
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => note.current?.focus(), []);
  return (
    <>
      <p role="status" tabIndex={-1} ref={note}>
        <b>Check your email.</b> If we can write to {email}, a mail with a link is on its way. Open it within
        24 hours to go on.
      </p>
      <p>Nothing there after a few minutes? Look in your spam folder, or register again.</p>
    </>
  );
}

export function RegisterForm() {
  const pronounList = useId();
  const [isMailed, setMailed] = useState(false);
  const { form, field, values, failure, busy } = useForm({
    initial: { name: '', identifier: '', password: '', pronouns: '', bio: '' },
    check: ({ name, identifier, password }) => ({
      name: name.trim() === '' ? accountTexts.nameRequired : undefined,
      identifier: identifierError(identifier),
      password: newPasswordError(password),
    }),
    submit: async ({ name, identifier, password, pronouns, bio }) => {
      const result = await signUp(identifierBody(identifier), {
        name: name.trim(),
        password,
        pronouns: optional(pronouns),
        bio: optional(bio),
      });
      if (result === 'mail') setMailed(true);
    },
    failureOf,
    rename: { email: 'identifier', phone: 'identifier' },
  });
  if (isMailed) return <MailedNote email={values.identifier.trim()} />;
  return (
    <form className={styles.form} aria-label="Create account" {...form}>
      <Field
        label="What should we call you?"
        hint="Any name you like, shown beside your reviews. You can change it later."
        autoComplete="nickname"
        maxLength={NAME_MAX}
        required
        {...field('name')}
      />
      <Field
        label="Phone number or email"
        hint="For logging in and for receipts. We never show it to anyone."
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...field('identifier')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={<PasswordRule of={values.password} />}
        required
        {...field('password')}
      />
      <Field
        label="Pronouns (optional)"
        hint="So that we address you correctly. Also shown beside your reviews."
        list={pronounList}
        autoComplete="off"
        maxLength={PRONOUNS_MAX}
        {...field('pronouns')}
      />
      <datalist id={pronounList}>
        {pronounSuggestions.map((pronouns) => (
          <option key={pronouns} value={pronouns} />
        ))}
      </datalist>
      <TextArea
        label="Bio (optional)"
        hint="Only you see it."
        maxLength={BIO_MAX}
        rows={3}
        {...field('bio')}
      />
      <Failure>{failure}</Failure>
      <Button tone="primary" size="l" wide type="submit" aria-disabled={busy}>
        {busy ? 'Creating account…' : 'Create account'}
      </Button>
    </form>
  );
}
