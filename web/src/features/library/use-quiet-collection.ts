import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLiveReload } from '../../lib/use-live-reload.ts';
import { type Collection, collectionQuery, liveStarts, newTitles } from './collection.ts';

/** Whoever scrolled further than this is looking at something. */
const LOOKING_PX = 200;

const isLooking = (): boolean => scrollY > LOOKING_PX;

/**
 * The collection as it is shown. What arrives while somebody looks at it waits until they ask for it or go back to the
 * top: nothing moves under a finger.
 */
export const useQuietCollection = () => {
  const client = useQueryClient();
  const answer = useQuery(collectionQuery());
  const [shown, setShown] = useState<Collection | undefined>(answer.data);
  useLiveReload(liveStarts, () => void client.invalidateQueries({ queryKey: collectionQuery().queryKey }));

  const { data } = answer;
  useEffect(() => {
    if (!data) return;
    setShown((before) => (before && isLooking() ? before : data));
  }, [data]);

  const waiting = shown && data && shown !== data ? newTitles(shown, data) : 0;
  useEffect(() => {
    if (!data || shown === data) return;
    const look = (): void => {
      if (!isLooking()) setShown(data);
    };
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, [data, shown]);

  return { answer, shown, waiting, show: (): void => setShown(data) };
};
