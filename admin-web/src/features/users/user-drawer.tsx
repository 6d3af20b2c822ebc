import type { UserRow } from '@satrangi/contracts';
import { Button, ErrorNote } from '@satrangi/kit';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { useOpened } from '../../lib/address.ts';
import { Drawer } from '../../lib/drawer.tsx';
import { dayText } from '../../lib/format.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { DeleteUser } from './delete-user.tsx';
import { MaskedEmail } from './masked-email.tsx';
import { UserLibrary } from './user-library.tsx';
import styles from './users.module.css';
import { roleText } from './users-columns.tsx';
import { revealEmail, userQuery } from './users-queries.ts';

const EditUser = lazy(async () => ({ default: (await import('./edit-user.tsx')).EditUser }));

/** What the account is; `Edit` shows its address in full, which is written down. */
function Account({ user }: { user: UserRow }) {
  const { close } = useOpened();
  const [isDeleting, setDeleting] = useState(false);
  const edit = useMutation({ mutationFn: ({ _id }: UserRow) => revealEmail(_id) });
  if (edit.isSuccess)
    return (
      <Suspense fallback={<p role="status">Loading …</p>}>
        <EditUser user={edit.variables} email={edit.data ?? ''} onClose={edit.reset} />
      </Suspense>
    );
  return (
    <>
      <dl className={styles.facts}>
        <dt>Email</dt>
        <dd>
          <MaskedEmail user={user} />
        </dd>
        <dt>Role</dt>
        <dd>{roleText[user.role]}</dd>
        <dt>Created</dt>
        <dd>{dayText(user.createdAt)}</dd>
        <dt>ID</dt>
        <dd>{user._id}</dd>
      </dl>
      <div className={styles.acts}>
        <Button size="s" disabled={edit.isPending} onClick={() => edit.mutate(user)}>
          Edit
        </Button>
        <Link className={styles.link} to={`/?tab=orders&q=${encodeURIComponent(user._id)}`}>
          Orders
        </Link>
        <Button size="s" tone="danger" onClick={() => setDeleting(true)}>
          Delete
        </Button>
      </div>
      <p className="muted">Edit and Delete show the address. Each look is written down under your name.</p>
      {edit.isError && <ErrorNote onRetry={() => edit.mutate(user)}>Failed to show the address</ErrorNote>}
      {isDeleting && <DeleteUser user={user} onClose={() => setDeleting(false)} onDeleted={close} />}
    </>
  );
}

/** One account: its facts, its edit form, and what was given to it. */
export function UserDrawer({ userId, keys }: { userId: string; keys: readonly string[] }) {
  const query = useQuery(userQuery(userId));
  return (
    <Drawer title={query.data?.name ?? 'Account'} keys={keys}>
      <Loaded query={query} loading="Loading the account" error="Failed to load the account" height="12rem">
        {(user) =>
          user === null ? (
            <p>There is no account {userId}.</p>
          ) : (
            <>
              <Account key={`account ${user._id}`} user={user} />
              <UserLibrary key={`library ${user._id}`} userId={user._id} />
            </>
          )
        }
      </Loaded>
    </Drawer>
  );
}
