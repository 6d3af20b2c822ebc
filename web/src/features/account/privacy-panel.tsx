import type { Profile } from '@satrangi/contracts';
import { Button, Failure } from '@satrangi/kit';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../lib/api.ts';
import { AiPersonal } from './ai-personal.tsx';
import { ExportButton } from './export-button.tsx';
import { LoginList } from './login-list.tsx';
import styles from './profile.module.css';
import { leaveSession } from './sign-in.ts';
import { StoredCard } from './stored-card.tsx';

const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog }));

/** What is stored about a reader, with export, logins and deletion. */
export function PrivacyPanel({ profile, onDeleted }: { profile: Profile; onDeleted: () => void }) {
  const [isDeleting, setDeleting] = useState(false);
  const [failure, setFailure] = useState<string>();
  const logOutEverywhere = async (): Promise<void> => {
    setFailure(undefined);
    try {
      await api.identity.logoutEverywhere();
      leaveSession();
    } catch {
      setFailure('You are still logged in. Try again.');
    }
  };
  return (
    <div className={styles.privacy}>
      <section aria-label="What we hold">
        <h3>What we hold</h3>
        <ul>
          <li>Your name, contact details and the rest of this page.</li>
          <li>What you bought, your library, and your place in each title.</li>
          <li>Your reviews, with your name and pronouns beside them.</li>
        </ul>
        <p className="small muted">
          We share it with no one, and we never store your searches with your name.
        </p>
        <ExportButton />
      </section>
      <section aria-label="Assistant">
        <h3>Assistant</h3>
        <AiPersonal isOn={profile.aiPersonal === true} />
      </section>
      <StoredCard />
      <section aria-label="Logins">
        <h3>Logins</h3>
        <LoginList />
      </section>
      <section aria-label="Log out everywhere">
        <h3>Log out everywhere</h3>
        <p>Logs you out on every phone and computer, including this one.</p>
        <Button onClick={() => void logOutEverywhere()}>Log out everywhere</Button>
        <Failure>{failure}</Failure>
      </section>
      <section aria-label="Delete my profile">
        <h3>Delete my profile</h3>
        <p>Your name, email, phone, bio, library and reviews are deleted at once and for good.</p>
        <Button tone="danger" className={styles.delete} onClick={() => setDeleting(true)}>
          Delete My Profile
        </Button>
      </section>
      {isDeleting && (
        <Suspense>
          <DeleteDialog
            hasPassword={profile.hasPassword !== false}
            onClose={() => setDeleting(false)}
            onDeleted={onDeleted}
          />
        </Suspense>
      )}
    </div>
  );
}
