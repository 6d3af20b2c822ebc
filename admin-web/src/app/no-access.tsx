import { pagePaths } from '@satrangi/contracts/pure';
import { site } from '@satrangi/kit/browser/site';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import styles from './back-office.module.css';
import { LoginAgain } from './login-again.tsx';
import { ExitLink } from './side-tools.tsx';

/** The only query whose data stays: it says who is logged in. */
const PROFILE = 'profile';

/**
 * In the place of the whole screen, when an account is no admin any more: nothing that was loaded is left. Drafts stay for
 * its next login as one.
 */
export function NoAccess() {
  const client = useQueryClient();
  useEffect(() => {
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== PROFILE });
  }, [client]);
  return (
    <main className={styles.noAccess} data-no-access>
      <title>{site.name}</title>
      <ExitLink />
      <h1>This account is no admin any more.</h1>
      <p>
        <a href={pagePaths.profile}>Go to the profile</a>
      </p>
      <LoginAgain>Or log in with an account that is one.</LoginAgain>
    </main>
  );
}
