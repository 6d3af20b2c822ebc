import { pagePaths } from '@satrangi/contracts/pure';
import { ErrorNote, Skeleton } from '@satrangi/kit';
import { session as login, useSession } from '@satrangi/kit/browser/session';
import { useStore } from '@satrangi/kit/browser/use-store';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, refusal, settleRefusal } from '../lib/api.ts';
import { leave, loginPath } from '../lib/leave.ts';
import styles from './back-office.module.css';
import { NoAccess } from './no-access.tsx';
import { Shell } from './shell.tsx';

type Person = { readonly name: string; readonly role: string };

/** The account of a profile: its fields stand at the top, or under `user` in older answers. */
const personOf = (profile: unknown): Person => {
  const { user, ...top } = profile as Partial<Person> & { user?: Partial<Person> };
  const { name = '', role = 'USER' } = { ...user, ...top };
  return { name, role };
};

const getPerson = async (signal: AbortSignal): Promise<Person> => {
  const token = login.token();
  const person = personOf(await api.identity.getProfile(undefined, { signal }));
  settleRefusal(token, person.role === 'ADMIN');
  return person;
};

/**
 * Waits for the role from identity: an admin gets the shell, a reader the profile, a visitor the login (checklist
 * WEB-07). An account that is no admin any more gets a page without anything of the back office. It decides what is drawn
 * only; each service decides every call.
 */
export function BackOffice() {
  const session = useSession();
  const profile = useQuery({
    queryKey: ['identity', 'profile'],
    queryFn: ({ signal }) => getPerson(signal),
    enabled: session !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const why = useStore(refusal);
  const person = profile.data;
  const target = !session
    ? loginPath()
    : person && person.role !== 'ADMIN' && why === null
      ? pagePaths.profile
      : null;
  useEffect(() => {
    if (target) leave.to(target);
  }, [target]);
  if (session && why === 'no-admin') return <NoAccess />;
  if (person && !target) return <Shell name={person.name} />;
  return (
    <main className={styles.waiting}>
      <h1 className="vh">Back office</h1>
      {profile.isError ? (
        <ErrorNote onRetry={() => void profile.refetch()}>Failed to load profile.</ErrorNote>
      ) : (
        <div role="status" aria-label="Loading">
          <Skeleton height="10rem" />
        </div>
      )}
    </main>
  );
}
