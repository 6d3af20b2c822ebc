import { Navigate, useSearchParams } from 'react-router-dom';
import { AccountFrame } from '../features/account/account-frame.tsx';
import { ConfirmRegistration } from '../features/account/confirm-registration.tsx';
import { Link } from '../lib/link.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';

/** Target of the link in a registration mail: `/confirm-registration?token={token}`. */
export function ConfirmRegistrationPage() {
  const [params] = useSearchParams();
  const session = useSession();
  const token = params.get('token');
  if (session) return <Navigate to={paths.profile} replace />;
  return (
    <>
      <PageHead title="Create account" />
      <AccountFrame>
        <PageHeading>Create account</PageHeading>
        {token ? (
          <ConfirmRegistration token={token} />
        ) : (
          <p role="alert">
            This link is not complete. Open it from the email again, or{' '}
            <Link to={paths.register}>register again</Link>.
          </p>
        )}
      </AccountFrame>
    </>
  );
}
