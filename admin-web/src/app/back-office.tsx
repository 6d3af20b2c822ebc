import { pagePaths } from '@satrangi/contracts/pure';
import { ErrorNote, Skeleton } from '@satrangi/kit';
import { useSession } from '@satrangi/kit/browser/session';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../lib/api.ts';
import { leave, loginPath } from '../lib/leave.ts';
import styles from './back-office.module.css';
import { Shell } from './shell.tsx';

type Person = { readonly name: string; readonly role: string };

/** The account of a profile: its fields stand at the top, or under `user` in older answers. */
const personOf = (profile: unknown): Person => {
  const { user, ...top } = profile as Partial<Person> & { user?: Partial<Person> };
  const { name = '', role = 'USER' } = { ...user, ...top };
  return { name, role };
};

/**
 * Waits for the role from identity: an admin gets the shell, a reader the profile, a visitor the login (checklist
 * WEB-07). It decides what is drawn only; each service decides every call.
 */
export function BackOffice() {
  const session = useSession();
  const profile = useQuery({
    queryKey: ['identity', 'profile'],
    queryFn: async ({ signal }) => personOf(await api.identity.getProfile(undefined, { signal })),
    enabled: session !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const person = profile.data;
  const target = !session ? loginPath() : person && person.role !== 'ADMIN' ? pagePaths.profile : null;
  useEffect(() => {
    if (target) leave.to(target);
  }, [target]);
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
