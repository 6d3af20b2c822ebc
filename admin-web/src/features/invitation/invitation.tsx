import type { InvitationStep } from '@satrangi/contracts';
import { invitationTexts, pagePaths } from '@satrangi/contracts/pure';
import { ErrorNote, Skeleton } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { api } from '../../lib/api.ts';
import { CallError, messageOf } from '../../lib/http.ts';
import { AcceptForm } from './accept-form.tsx';
import styles from './invitation.module.css';

const leads: Readonly<Record<InvitationStep, string>> = {
  'new-account': 'You are invited to work here as an admin. Set a name and a password.',
  'new-password': 'You are invited to work here as an admin. Set a new password for your account.',
  'current-password': 'You are invited to work here as an admin. Enter the password of your account.',
};

const loginLink = `${pagePaths.login}?${new URLSearchParams({ next: '/admin' })}`;

/** The page of the link in an invitation. Its token is in the fragment, which no server sees. */
export function Invitation() {
  const token = useLocation().hash.slice(1);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => api.identity.readInvitation({ body: { token } }, { signal }),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const failure = token === '' ? invitationTexts.invalid : error && !isFetching && messageOf(error);
  const isRefused = token === '' || (error instanceof CallError && error.status < 500);
  return (
    <main className={styles.page}>
      <title>Invitation</title>
      <h1>Invitation</h1>
      {failure && (
        <>
          <ErrorNote {...(isRefused ? {} : { onRetry: () => void refetch() })}>{failure}</ErrorNote>
          <p>
            <a href={loginLink}>Log in</a>
          </p>
        </>
      )}
      {data && (
        <>
          <p>{leads[data.step]}</p>
          <AcceptForm token={token} email={data.email} step={data.step} />
        </>
      )}
      {!data && !failure && (
        <div role="status" aria-label="Loading">
          <Skeleton height="14rem" />
        </div>
      )}
    </main>
  );
}
