import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { itemLivePrefixes } from '../../lib/item-live-prefixes.ts';
import { useLiveReload } from '../../lib/use-live-reload.ts';
import { type Collection, collectionQuery, newTitles } from './collection.ts';

/** A reader who scrolled further than this is browsing the list. */
const BROWSING_PX = 200;

const isBrowsing = (): boolean => scrollY > BROWSING_PX;

/**
 * The collection as it is shown. Updates are held back while the reader has scrolled down, until they click the
 * notice or return to the top, so that nothing moves under a finger.
 */
export const useCollection = () => {
  const client = useQueryClient();
  const result = useQuery(collectionQuery());
  const [shown, setShown] = useState<Collection | undefined>(result.data);
  useLiveReload(
    itemLivePrefixes,
    () => void client.invalidateQueries({ queryKey: collectionQuery().queryKey }),
  );

  const { data } = result;
  useEffect(() => {
    if (!data) return;
    setShown((previous) => (previous && isBrowsing() ? previous : data));
  }, [data]);

  const newCount = shown && data && shown !== data ? newTitles(shown, data) : 0;
  useEffect(() => {
    if (!data || shown === data) return;
    const handleScroll = (): void => {
      if (!isBrowsing()) setShown(data);
    };
    addEventListener('scroll', handleScroll, { passive: true });
    return () => removeEventListener('scroll', handleScroll);
  }, [data, shown]);

  return { result, shown, newCount, showLatest: (): void => setShown(data) };
};
