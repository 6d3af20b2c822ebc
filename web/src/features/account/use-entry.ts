import { safeNext } from '@satrangi/contracts/pure';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { roleOf, useSession } from '../../lib/session.ts';

export type Entry = {
  /** Where to go once one is in. */
  readonly next: string;
  readonly isIn: boolean;
  /** Did the address say where to go? */
  readonly isNamed: boolean;
  /** A token brought along by another way of logging in; it is out of the address already. */
  readonly handed: string | null;
  readonly refuse: () => void;
};

/** What login and registration read of their address: where to go afterwards, and a token brought along. */
export const useEntry = (): Entry => {
  const [params, setParams] = useSearchParams();
  const session = useSession();
  const token = params.get('token');
  const isIn = session !== null;
  const [handed, setHanded] = useState<string | null>(null);
  useEffect(() => {
    if (token === null || isIn) return;
    setHanded(token || null);
    setParams(
      (before) => {
        before.delete('token');
        return before;
      },
      { replace: true },
    );
  }, [token, isIn, setParams]);
  const isNamed = params.has('next');
  const home = roleOf(session?.token) === 'ADMIN' ? paths.admin : paths.profile;
  return {
    next: safeNext(params.get('next'), home),
    isIn,
    isNamed,
    handed: token ?? handed,
    refuse: () => setHanded(null),
  };
};
