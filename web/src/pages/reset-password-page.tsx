import { buttonLook } from '@satrangi/kit';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import styles from '../features/account/account.module.css';
import { AccountFrame } from '../features/account/account-frame.tsx';
import { ResetPasswordForm } from '../features/account/reset-password-form.tsx';
import { Link } from '../lib/link.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { paths } from '../lib/paths.ts';
import { session } from '../lib/session.ts';

/** Delay before the redirect to the login (storefront §9). */
const REDIRECT_MS = 2_500;

function Done() {
  const navigate = useNavigate();
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    container.current?.querySelector('h1')?.focus();
    const timer = setTimeout(() => void navigate(paths.login), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <div ref={container}>
      <PageHeading>Password Reset!</PageHeading>
      <p role="status">You are logged out on every device. You can log in again in a moment.</p>
      <div className={styles.form}>
        <Link {...buttonLook({ tone: 'primary', size: 'l', wide: true })} to={paths.login}>
          Go now
        </Link>
      </div>
    </div>
  );
}

function NoToken() {
  return (
    <>
      <PageHeading>Set a new password</PageHeading>
      <p role="alert">This link is incomplete. Open it from the email again, or ask for a new one.</p>
      <div className={styles.form}>
        <Link {...buttonLook({ tone: 'primary', size: 'l', wide: true })} to={paths.forgotPassword}>
          Ask for a new link
        </Link>
      </div>
    </>
  );
}

/** Target of the link in a reset mail: `/reset-password?token={token}`. */
export function ResetPasswordPage() {
  const [params] = useSearchParams();
  const [isDone, setDone] = useState(false);
  const token = params.get('token');
  return (
    <>
      <PageHead title="Set a new password" />
      <AccountFrame>
        {isDone && <Done />}
        {!isDone && !token && <NoToken />}
        {!isDone && token && (
          <>
            <PageHeading>Set a new password</PageHeading>
            <ResetPasswordForm
              token={token}
              onReset={() => {
                // The server ended every session of the account, including this one.
                session.end();
                setDone(true);
              }}
            />
          </>
        )}
      </AccountFrame>
    </>
  );
}
