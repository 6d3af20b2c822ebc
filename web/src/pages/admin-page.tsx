import { ErrorNote, Skeleton } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router-dom';
import { identityQueries } from '../lib/identity-queries.ts';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';

/**
 * `/admin`: waits for the role from identity. Readers are sent to their profile, visitors to the login (checklist
 * WEB-07).
 */
export function AdminPage() {
  const session = useSession();
  const profile = useQuery({ ...identityQueries.profile(), enabled: session !== null });
  if (!session) return <Navigate to={paths.loginThen(paths.admin)} replace />;
  if (profile.data && profile.data.role !== 'ADMIN') return <Navigate to={paths.profile} replace />;
  return (
    <div className="wrap">
      <PageHead title="Back office" />
      <PageHeading>Back office</PageHeading>
      {profile.isError && <ErrorNote onRetry={profile.refetch}>Failed to load profile.</ErrorNote>}
      {profile.isPending && (
        <div role="status" aria-label="Loading">
          <Skeleton height="10rem" />
        </div>
      )}
      {profile.data && <p>The back office is not open yet. Until then, admins work with the API.</p>}
    </div>
  );
}
