import { useQuery } from '@tanstack/react-query';
import { findMoment, resumeAt } from './moments.ts';
import { useSession } from './session.ts';

/** Where somebody would go on in a film or a recording, in seconds; 0 while that is asked. */
export const useLeftOff = (id: string, isOn = true): number => {
  const session = useSession();
  const moment = useQuery({
    queryKey: ['library', 'moment', id, session?.userId ?? null],
    queryFn: () => findMoment(id),
    enabled: isOn,
    // This browser knows better than a moment ago.
    staleTime: 0,
  });
  return resumeAt(moment.data ?? null);
};
