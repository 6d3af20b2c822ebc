import { Dialog } from '@satrangi/kit';
import { useEffect } from 'react';
import { GoogleButton } from '../features/account/google-button.tsx';
import { LoginForm } from '../features/account/login-form.tsx';
import type { LoginAgain as Login } from '../lib/payments/use-login-again.ts';
import { useSession } from '../lib/session.ts';

/** The login over a page whose session ended in the middle of something; the page below stays as it is. */
export const LoginAgain: Login = ({ onDone }) => {
  const isIn = useSession() !== null;
  useEffect(() => {
    if (isIn) onDone(true);
  }, [isIn, onDone]);
  return (
    <Dialog open onClose={() => onDone(false)} title="Log in to continue">
      <p style={{ marginBottom: 'var(--s-4)' }}>
        Your session has ended. Log in and the payment continues; what you typed is kept.
      </p>
      <LoginForm />
      <GoogleButton way="login" next={location.pathname + location.search} />
    </Dialog>
  );
};
