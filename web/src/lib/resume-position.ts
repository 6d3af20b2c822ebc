import { useQuery } from '@tanstack/react-query';
import { findPosition, resumeSeconds } from './playback-position.ts';
import { useSession } from './session.ts';

/** The resume position of a film or recording in seconds; 0 while it is loading. */
export const useResumePosition = (id: string, isOn = true): number => {
  const session = useSession();
  const position = useQuery({
    queryKey: ['library', 'position', id, session?.userId ?? null],
    queryFn: () => findPosition(id),
    enabled: isOn,
    // The locally stored position changes without this query.
    staleTime: 0,
  });
  return resumeSeconds(position.data ?? null);
};
