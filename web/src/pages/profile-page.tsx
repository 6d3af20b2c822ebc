import type { Profile } from '@satrangi/contracts';
import { Button, ErrorNote, Skeleton, Tabs } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { AccountDeleted } from '../features/account/account-deleted.tsx';
import { EmailOutcomeNote } from '../features/account/email-outcome-note.tsx';
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
  default: (await import('../features/orders/orders-list.tsx')).OrdersList,
}));
const PrivacyPanel = lazy(async () => ({
  default: (await import('../features/account/privacy-panel.tsx')).PrivacyPanel,
}));
const Settings = lazy(async () => ({
  default: (await import('../features/account/settings.tsx')).Settings,
}));
const CreatorDashboard = lazy(async () => ({
  default: (await import('../features/account/creator-dashboard.tsx')).CreatorDashboard,
}));

/** Recent orders shown here; the orders page lists all. */
const RECENT_ORDERS = 5;

function Reader({ profile, onDeleted }: { profile: Profile; onDeleted: () => void }) {
  return (
    <div className={styles.main}>
      <section aria-labelledby="edit-h">
        <h2 id="edit-h">Edit profile</h2>
        <ProfileForm profile={profile} key={profile._id} />
      </section>
      <section aria-labelledby="orders-h">
        <h2 id="orders-h">Orders</h2>
        <OrdersList max={RECENT_ORDERS} />
      </section>
      <section aria-labelledby="settings-h">
        <h2 id="settings-h">This browser</h2>
        <Settings />
      </section>
      <section aria-labelledby="privacy-h">
        <h2 id="privacy-h">Privacy</h2>
        <PrivacyPanel profile={profile} onDeleted={onDeleted} />
      </section>
    </div>
  );
}

function Creator() {
  return (
    <section aria-labelledby="creator-h" className={styles.main}>
      <div>
        <h2 id="creator-h">Creator Dashboard</h2>
        <CreatorDashboard />
      </div>
    </section>
  );
}

/** The account: profile, orders, creator dashboard and privacy. */
export function ProfilePage() {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [params, setParams] = useSearchParams();
  const [departure, setLeaving] = useState<'logged-out' | 'deleted'>();
  const profile = useQuery({ ...identityQueries.profile(), enabled: session !== null && !departure });
  const goHome = useCallback((): void => void navigate(paths.home), [navigate]);

  if (departure === 'deleted')
    return (
      <div className={`wrap ${styles.page}`}>
        <PageHead title="Profile" />
        <PageHeading>Profile</PageHeading>
        <AccountDeleted onGone={goHome} />
      </div>
    );
  if (!session && departure) return null;
  // Also after the server refused the token, which ends the session.
  if (!session) return <Navigate to={paths.loginThen(pathname + search)} replace />;

  const logOutAndLeave = async (): Promise<void> => {
    setLeaving('logged-out');
    await logOut();
    goHome();
  };
  // Logging out must work even when the server does not answer: browsers are shared.
  const canOnlyLogOut = profile.isError && !profile.data;
  const tabs = [
    {
      id: 'user',
      label: 'User',
      panel: profile.data && <Reader profile={profile.data} onDeleted={() => setLeaving('deleted')} />,
    },
    { id: 'creator', label: 'Creator', panel: <Creator /> },
  ];
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title="Profile" />
      <PageHeading>Profile</PageHeading>
      <EmailOutcomeNote outcome={params.get('email')} />
      {profile.isError && <ErrorNote onRetry={profile.refetch}>Failed to load profile.</ErrorNote>}
      {canOnlyLogOut ? (
        <p className={styles.out}>
          <Button onClick={() => void logOutAndLeave()}>Log Out</Button>
        </p>
      ) : (
        <div className={styles.columns}>
          <div className={styles.side}>
            {profile.isPending && (
              <div role="status" aria-label="Loading profile">
                <Skeleton height="20rem" />
              </div>
            )}
            {profile.data && <ProfileCard profile={profile.data} onLogOut={() => void logOutAndLeave()} />}
          </div>
          <Suspense fallback={<Skeleton height="30rem" />}>
            <Tabs
              label="Profile"
              tabs={tabs}
              chosen={params.get('tab') ?? 'user'}
              onChoose={(tab) =>
                setParams(tab === 'user' ? {} : { tab }, { replace: true, preventScrollReset: true })
              }
            />
          </Suspense>
        </div>
      )}
    </div>
  );
}
