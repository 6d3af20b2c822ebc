import { Dialog } from '@satrangi/kit';
import { useEffect } from 'react';
import { GoogleButton } from '../features/account/google-button.tsx';
import { LoginForm } from '../features/account/login-form.tsx';
import type { ReauthLogin as Login } from '../lib/payments/use-reauthentication.ts';
import { useSession } from '../lib/session.ts';

/** The login dialog over a page whose session ended; the page below stays as it is. */
export const ReauthDialog: Login = ({ onDone }) => {
  const isLoggedIn = useSession() !== null;
  useEffect(() => {
    if (isLoggedIn) onDone(true);
  }, [isLoggedIn, onDone]);
  return (
    <Dialog open onClose={() => onDone(false)} title="Log in to continue">
      <p style={{ marginBottom: 'var(--s-4)' }}>
        Your session has ended. Log in and the payment continues; what you typed is kept.
      </p>
      <LoginForm />
      <GoogleButton mode="login" next={location.pathname + location.search} />
    </Dialog>
  );
};
