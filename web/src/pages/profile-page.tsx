import { ErrorNote, Skeleton } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { ProfileCard } from '../features/account/profile-card.tsx';
import { logOut } from '../features/account/sign-in.ts';
import { identityQueries } from '../lib/identity-queries.ts';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import styles from './profile-page.module.css';

const ProfileForm = lazy(async () => ({
  default: (await import('../features/account/profile-form.tsx')).ProfileForm,
}));
const OrdersList = lazy(async () => ({
  default: (await import('../features/account/orders-list.tsx')).OrdersList,
}));
const Settings = lazy(async () => ({
  default: (await import('../features/account/settings.tsx')).Settings,
}));

/** The own account: who one is here, what was ordered, and how this browser behaves. */
export function ProfilePage() {
  const session = useSession();
  const navigate = useNavigate();
  const profile = useQuery({ ...identityQueries.profile(), enabled: session !== null });
  const [isLeaving, setLeaving] = useState(false);
  if (!session && isLeaving) return null;
  // Also when the server does not know the token any more: it is forgotten then, whichever call found out.
  if (!session) return <Navigate to={paths.loginThen(paths.profile)} replace />;

  const leave = async (): Promise<void> => {
    setLeaving(true);
    await logOut();
    await navigate(paths.home);
  };
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title="Profile" />
      <PageHeading>Profile</PageHeading>
      {profile.isError && <ErrorNote onRetry={profile.refetch}>Failed to load profile.</ErrorNote>}
      <div className={styles.columns}>
        <div className={styles.side}>
          {profile.isPending && (
            <div role="status" aria-label="Loading profile">
              <Skeleton height="20rem" />
            </div>
          )}
          {profile.data && <ProfileCard profile={profile.data} onLogOut={() => void leave()} />}
        </div>
        <div className={styles.main}>
          <Suspense fallback={<Skeleton height="30rem" />}>
            {profile.data && (
              <section aria-labelledby="edit-h">
                <h2 id="edit-h">Edit profile</h2>
                <ProfileForm profile={profile.data} key={profile.data._id} />
              </section>
            )}
            <section aria-labelledby="orders-h">
              <h2 id="orders-h">Orders</h2>
              <OrdersList />
            </section>
            <section aria-labelledby="settings-h">
              <h2 id="settings-h">This browser</h2>
              <Settings />
            </section>
          </Suspense>
        </div>
      </div>
    </div>
  );
}
