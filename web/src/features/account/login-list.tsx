import type { SessionRow } from '@satrangi/contracts';
import { Button, Failure } from '@satrangi/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { dateText, dateTimeText } from '../../lib/dates.ts';
import { identityQueries } from '../../lib/identity-queries.ts';
import styles from './profile.module.css';
import { leaveSession } from './sign-in.ts';

/** Active logins of the account with start and last use; neither locations nor devices. */
export function LoginList() {
  const logins = useQuery(identityQueries.sessions());
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string>();

  const end = async ({ _id, isCurrent }: SessionRow): Promise<void> => {
    setFailure(undefined);
    try {
      await api.identity.endSession({ params: { id: _id } });
      if (isCurrent) leaveSession();
    } catch {
      setFailure('That login was not ended. Try again.');
    }
    if (!isCurrent) await queries.invalidateQueries(identityQueries.sessions());
  };

  return (
    <>
      {logins.isError && <p className="small muted">Your logins could not be loaded just now.</p>}
      <ul aria-label="Your logins" className={styles.logins}>
        {logins.data?.items.map((login) => (
          <li key={login._id}>
            <span>
              <b>{login.isCurrent ? 'This login' : 'Another login'}</b>
              <span className={`${styles.when} small muted`}>
                Began {dateTimeText(login.startedAt)}. Last used {dateText(login.lastUsedAt)}.
              </span>
            </span>
            <Button
              aria-label={`Log out the login from ${dateTimeText(login.startedAt)}`}
              onClick={() => void end(login)}
            >
              Log out
            </Button>
          </li>
        ))}
      </ul>
      <Failure>{failure}</Failure>
    </>
  );
}
