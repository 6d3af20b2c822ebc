import { useQueries } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import type { SavedView } from './saved-views.ts';
import type { TabName } from './tabs.ts';

/** How many rows an address shows: the `total` of a call for as few rows as the server allows. */
export type CountRows = (get: (name: string) => string, signal: AbortSignal) => Promise<number>;

/** A number is not requested again before this time; live messages do not touch it. */
const FRESH_MS = 60_000;

let last: Promise<unknown> = Promise.resolve();

/** Runs the calls of this page one after the other. */
const inTurn = <T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> => {
  const next = last.then(() => {
    signal.throwIfAborted();
    return run();
  });
  last = next.catch(() => undefined);
  return next;
};

/** Whether an element is in the window. Without an observer it counts as seen. */
export const useIsSeen = (element: RefObject<HTMLElement | null>): boolean => {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !element.current) return;
    if (typeof IntersectionObserver === 'undefined') return setSeen(true);
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  });
  return isSeen;
};

/** How many rows each view has, by its name: requested one after the other, once a minute at most, while they are seen. */
export const useViewCounts = (
  tab: TabName,
  views: readonly SavedView[],
  { count, isSeen }: { readonly count: CountRows | undefined; readonly isSeen: boolean },
): Readonly<Record<string, number | undefined>> => {
  const answers = useQueries({
    queries: views.map(({ address }) => ({
      queryKey: ['view-count', tab, address],
      queryFn: ({ signal }: { signal: AbortSignal }) => {
        const params = new URLSearchParams(address);
        return inTurn(signal, async () => (await count?.((name) => params.get(name) ?? '', signal)) ?? null);
      },
      enabled: isSeen && count !== undefined,
      staleTime: FRESH_MS,
      refetchOnWindowFocus: false,
      retry: false,
    })),
  });
  return Object.fromEntries(views.map(({ name }, index) => [name, answers[index]?.data ?? undefined]));
};
