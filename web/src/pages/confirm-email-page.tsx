import { buttonLook } from '@satrangi/kit';
import { useSearchParams } from 'react-router-dom';
import styles from '../features/account/account.module.css';
import { AccountFrame } from '../features/account/account-frame.tsx';
import { ConfirmEmail } from '../features/account/confirm-email.tsx';
import { Link } from '../lib/link.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { paths } from '../lib/paths.ts';

function NoToken() {
  return (
    <>
      <PageHeading>Confirm your email</PageHeading>
      <p role="alert">
        This link is not complete. Open it from the email again, or ask for a new one in your profile.
      </p>
      <div className={styles.form}>
        <Link {...buttonLook({ tone: 'primary', size: 'l', wide: true })} to={paths.profile}>
          Go to my profile
        </Link>
      </div>
    </>
  );
}

/** Target of the link in a confirmation mail: `/confirm-email?token={token}`. */
export function ConfirmEmailPage() {
  const [params] = useSearchParams();
  const token = params.get('token');
  return (
    <>
      <PageHead title="Confirm your email" />
      <AccountFrame>{token ? <ConfirmEmail token={token} /> : <NoToken />}</AccountFrame>
    </>
  );
}
