import { Button } from '@satrangi/kit';
import { useEffect, useRef, useState } from 'react';
import styles from '../features/account/account.module.css';
import { AccountFrame } from '../features/account/account-frame.tsx';
import { ForgotPasswordForm } from '../features/account/forgot-password-form.tsx';
import { Link } from '../lib/link.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { paths } from '../lib/paths.ts';
import { site } from '../lib/site.ts';

/** The same text for known and unknown addresses, so that it does not reveal who has an account. */
function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.querySelector('h1')?.focus(), []);
  return (
    <div ref={container}>
      <PageHeading>Check your email</PageHeading>
      <p role="status">
        If <b>{email}</b> has an account here, a link to set a new password is on its way. It works once, for
        an hour. The subject line does not say who we are.
      </p>
      <div className={styles.form}>
        <Button onClick={onAgain} wide>
          Send it again, or to another address
        </Button>
      </div>
    </div>
  );
}

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>();
  return (
    <>
      <PageHead title="Forgot password" />
      <AccountFrame>
        {sentTo ? (
          <Sent email={sentTo} onAgain={() => setSentTo(undefined)} />
        ) : (
          <>
            <PageHeading>Forgot your password?</PageHeading>
            <p>Enter your email and we will send you a link to set a new one.</p>
            <ForgotPasswordForm onSent={setSentTo} />
          </>
        )}
        <p className={styles.other}>
          Signed up with a phone number only? <a href={`mailto:${site.contactEmail}`}>Write to us</a>, a
          person will help. Or go <Link to={paths.login}>back to log in</Link>.
        </p>
      </AccountFrame>
    </>
  );
}
