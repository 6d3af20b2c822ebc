import type { EditorItem } from '@satrangi/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CallError } from '../../lib/http.ts';
import { changeItem } from './change-item.ts';
import { keyOf } from './media-calls.ts';
import { isFeaturedFull } from './media-query.ts';
import { mediaTexts } from './media-texts.ts';

type List = { readonly items: readonly EditorItem[] };

/**
 * The switch of featured items: shown at once, put back with a sentence when the service refuses it. At three it stays
 * off (checklist ADM-09); the service decides.
 */
export const useFeature = (featuredCount: number | undefined) => {
  const client = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const [featuring, setFeaturing] = useState<ReadonlySet<string>>(new Set());
  const running = useRef(new Set<string>());

  /** Paints one row of every loaded list. */
  const paint = (key: string, featured: boolean): void => {
    client.setQueriesData<List>({ queryKey: ['media', 'list'] }, (list) =>
      list
        ? { ...list, items: list.items.map((each) => (keyOf(each) === key ? { ...each, featured } : each)) }
        : list,
    );
  };
  const feature = async (item: EditorItem): Promise<void> => {
    const key = keyOf(item);
    if (running.current.has(key)) return;
    running.current.add(key);
    setFeaturing(new Set(running.current));
    setFailure(null);
    const featured = !item.featured;
    await client.cancelQueries({ queryKey: ['media', 'list'] });
    if (!featured || !isFeaturedFull(featuredCount)) paint(key, featured);
    try {
      await changeItem(item, { featured });
      paint(key, featured);
    } catch (error) {
      paint(key, item.featured);
      const isFull = error instanceof CallError && error.problem?.code === 'featured-full';
      setFailure(isFull ? mediaTexts.featuredFull : mediaTexts.featureFailed);
    } finally {
      running.current.delete(key);
      setFeaturing(new Set(running.current));
      await client.invalidateQueries({ queryKey: ['media'] });
    }
  };
  return { feature, featuring, failure, clear: () => setFailure(null) } as const;
};
