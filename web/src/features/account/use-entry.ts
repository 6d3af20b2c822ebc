import { safeNext } from '@satrangi/contracts/pure';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { takeToken } from './sign-in.ts';

/**
 * What login and registration read of their address: where to go afterwards, and a token brought along by another
 * way of logging in. The token is kept at once; the page then goes on, and leaves the address with it in it.
 */
export const useEntry = (): { readonly next: string; readonly isIn: boolean; readonly isNamed: boolean } => {
  const [params] = useSearchParams();
  const session = useSession();
  const token = params.get('token');
  const taken = useRef<string>(undefined);
  useEffect(() => {
    if (!token || taken.current === token) return;
    taken.current = token;
    takeToken(token);
  }, [token]);
  const isIn = session !== null && (!token || session.token === token);
  return { next: safeNext(params.get('next'), paths.profile), isIn, isNamed: params.has('next') };
};
