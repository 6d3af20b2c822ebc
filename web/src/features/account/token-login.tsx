import { Button, Failure, Skeleton } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { session } from '../../lib/session.ts';
import styles from './account.module.css';

/**
 * A login by a token from the URL. The server returns the name of the account and the reader confirms it: anyone can
 * create such a link, and a reader must not be logged in to another person's account (decision 0018).
 */
export function TokenLogin({ urlToken: token, onRefused }: { urlToken: string; onRefused: () => void }) {
  const owner = useQuery({
    queryKey: ['identity', 'handed', token],
    queryFn: () => api.identity.getProfile(undefined, { headers: { authorization: `Bearer ${token}` } }),
    retry: false,
    gcTime: 0,
  });
  if (owner.isPending) return <Skeleton height="8rem" />;
  return (
    <div className={styles.form}>
      {owner.isError ? (
        <Failure>Login failed</Failure>
      ) : (
        <>
          <p>
            This link logs you in as{' '}
            <b>
              <bdi>{owner.data.name}</bdi>
            </b>
            . Continue only if that is you.
          </p>
          <Button
            tone="primary"
            size="l"
            wide
            onClick={() => session.begin({ token, userId: owner.data._id })}
          >
            Yes, continue
          </Button>
        </>
      )}
      <Button size="l" wide onClick={onRefused}>
        Log in another way
      </Button>
    </div>
  );
}
