import type { InvitationStep } from '@satrangi/contracts';
import { accountTexts, NAME_MAX, PASSWORD_MIN } from '@satrangi/contracts/pure';
import { Button, Failure, Field, useForm } from '@satrangi/kit';
import { session } from '@satrangi/kit/browser/session';
import { api } from '../../lib/api.ts';
import { messageOf } from '../../lib/http.ts';
import { leave } from '../../lib/leave.ts';
import styles from './invitation.module.css';

type Values = { readonly name: string; readonly password: string; readonly again: string };

const DIFFERENT = 'The passwords are not the same.';

const check = (step: InvitationStep, { name, password, again }: Values) => {
  if (step === 'current-password') return { password: password ? undefined : accountTexts.passwordRequired };
  return {
    name: step === 'new-account' && name.trim() === '' ? accountTexts.nameRequired : undefined,
    password: password.length < PASSWORD_MIN ? accountTexts.passwordTooShort : undefined,
    again: again === password ? undefined : DIFFERENT,
  };
};

/** The name and password of a new account, a new password, or the password of a known one. */
export function AcceptForm({ token, email, step }: { token: string; email: string; step: InvitationStep }) {
  const isKnown = step === 'current-password';
  const { form, field, failure, busy } = useForm<Values>({
    initial: { name: '', password: '', again: '' },
    check: (values) => check(step, values),
    submit: async ({ name, password }) => {
      const named = step === 'new-account' ? { name: name.trim() } : {};
      const started = await api.identity.acceptInvitation({ body: { token, password, ...named } });
      session.begin({ token: started.token, userId: started.user._id });
      leave.to('/admin');
    },
    failureOf: messageOf,
  });
  return (
    <form className={styles.form} aria-label="Accept the invitation" {...form}>
      <Field label="Email" type="email" value={email} readOnly autoComplete="username" />
      {step === 'new-account' && (
        <Field label="Your name" maxLength={NAME_MAX} autoComplete="name" required {...field('name')} />
      )}
      <Field
        label={isKnown ? 'Password of your account' : 'New password'}
        type="password"
        autoComplete={isKnown ? 'current-password' : 'new-password'}
        required
        {...field('password')}
      />
      {!isKnown && (
        <Field
          label="New password again"
          type="password"
          autoComplete="new-password"
          required
          {...field('again')}
        />
      )}
      <Failure>{failure}</Failure>
      <Button tone="primary" type="submit" aria-disabled={busy}>
        {busy ? 'Accepting …' : 'Accept and log in'}
      </Button>
    </form>
  );
}
