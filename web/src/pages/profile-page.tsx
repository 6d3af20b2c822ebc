import type { Profile } from '@satrangi/contracts';
import { Button, ErrorNote, Skeleton, Tabs } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { EmailNote } from '../features/account/email-note.tsx';
import { Farewell } from '../features/account/farewell.tsx';
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

/** Orders shown here; the rest stands on the page of orders. */
const FEW = 5;

function Reader({ profile, onDeleted }: { profile: Profile; onDeleted: () => void }) {
  return (
    <div className={styles.main}>
      <section aria-labelledby="edit-h">
        <h2 id="edit-h">Edit profile</h2>
        <ProfileForm profile={profile} key={profile._id} />
      </section>
      <section aria-labelledby="orders-h">
        <h2 id="orders-h">Orders</h2>
        <OrdersList most={FEW} />
      </section>
      <section aria-labelledby="settings-h">
        <h2 id="settings-h">This browser</h2>
        <Settings />
      </section>
      <section aria-labelledby="privacy-h">
        <h2 id="privacy-h">Privacy</h2>
        <PrivacyPanel hasPassword={profile.hasPassword !== false} onDeleted={onDeleted} />
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

/** The own account: who one is here, what was ordered, what one made, and what is held. */
export function ProfilePage() {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [params, setParams] = useSearchParams();
  const [leaving, setLeaving] = useState<'logged-out' | 'deleted'>();
  const profile = useQuery({ ...identityQueries.profile(), enabled: session !== null && !leaving });
  const goHome = useCallback((): void => void navigate(paths.home), [navigate]);

  if (leaving === 'deleted')
    return (
      <div className={`wrap ${styles.page}`}>
        <PageHead title="Profile" />
        <PageHeading>Profile</PageHeading>
        <Farewell onGone={goHome} />
      </div>
    );
  if (!session && leaving) return null;
  // Also when the server does not know the token any more: it is forgotten then, whichever call found out.
  if (!session) return <Navigate to={paths.loginThen(pathname + search)} replace />;

  const leave = async (): Promise<void> => {
    setLeaving('logged-out');
    await logOut();
    goHome();
  };
  // Whoever shares this browser can leave it, whatever the server says.
  const isOut = profile.isError && !profile.data;
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
      <EmailNote said={params.get('email')} />
      {profile.isError && <ErrorNote onRetry={profile.refetch}>Failed to load profile.</ErrorNote>}
      {isOut ? (
        <p className={styles.out}>
          <Button onClick={() => void leave()}>Log Out</Button>
        </p>
      ) : (
        <div className={styles.columns}>
          <div className={styles.side}>
            {profile.isPending && (
              <div role="status" aria-label="Loading profile">
                <Skeleton height="20rem" />
              </div>
            )}
            {profile.data && <ProfileCard profile={profile.data} onLogOut={() => void leave()} />}
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
