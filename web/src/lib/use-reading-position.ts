import { useQuery } from '@tanstack/react-query';
import { findReadingPosition, type ReadingPosition } from './reading-position.ts';
import { useSession } from './session.ts';

/** The page on which a book was left; null before the first page turn, and while it is loading. */
export const useReadingPosition = (id: string, isOn: boolean): ReadingPosition | null => {
  const session = useSession();
  const position = useQuery({
    queryKey: ['library', 'page', id, session?.userId ?? null],
    queryFn: () => findReadingPosition(id),
    enabled: isOn,
    // The locally stored position changes without this query.
    staleTime: 0,
  });
  return position.data ?? null;
};
