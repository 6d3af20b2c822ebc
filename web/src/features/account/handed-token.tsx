import { Button, Failure, Skeleton } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { session } from '../../lib/session.ts';
import styles from './account.module.css';

/**
 * A token that came in the address. Whose it is, the server says, and the reader says whether to go on with it:
 * a link can be written by anybody, and nobody should find themselves inside somebody else's account.
 */
export function HandedToken({ token, onRefused }: { token: string; onRefused: () => void }) {
  const whose = useQuery({
    queryKey: ['identity', 'handed', token],
    queryFn: () => api.identity.getProfile(undefined, { headers: { authorization: `Bearer ${token}` } }),
    retry: false,
    gcTime: 0,
  });
  if (whose.isPending) return <Skeleton height="8rem" />;
  return (
    <div className={styles.form}>
      {whose.isError ? (
        <Failure>Login failed</Failure>
      ) : (
        <>
          <p>
            This link logs you in as{' '}
            <b>
              <bdi>{whose.data.name}</bdi>
            </b>
            . Continue only if that is you.
          </p>
          <Button
            tone="primary"
            size="l"
            wide
            onClick={() => session.begin({ token, userId: whose.data._id })}
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
