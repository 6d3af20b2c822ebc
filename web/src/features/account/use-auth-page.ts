import { safeNext } from '@satrangi/contracts/pure';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { roleOf, useSession } from '../../lib/session.ts';

export type AuthPageState = {
  /** Where to go after the login. */
  readonly next: string;
  readonly isLoggedIn: boolean;
  /** Whether the address contains `next`. */
  readonly hasNext: boolean;
  /** A token from the address; it is removed from the address at once. */
  readonly urlToken: string | null;
  readonly dropToken: () => void;
};

/** Reads `next` and a token from the address of login and registration. */
export const useAuthPage = (): AuthPageState => {
  const [params, setParams] = useSearchParams();
  const session = useSession();
  const token = params.get('token');
  const isLoggedIn = session !== null;
  const [urlToken, setUrlToken] = useState<string | null>(null);
  useEffect(() => {
    if (token === null || isLoggedIn) return;
    setUrlToken(token || null);
    setParams(
      (before) => {
        before.delete('token');
        return before;
      },
      { replace: true },
    );
  }, [token, isLoggedIn, setParams]);
  const hasNext = params.has('next');
  const fallback = roleOf(session?.token) === 'ADMIN' ? paths.admin : paths.profile;
  return {
    next: safeNext(params.get('next'), fallback),
    isLoggedIn,
    hasNext,
    urlToken: token ?? urlToken,
    dropToken: () => setUrlToken(null),
  };
};
