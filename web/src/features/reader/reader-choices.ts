import { useSyncExternalStore } from 'react';
import { preferences } from '../../lib/preferences.ts';
import { createStore, kept } from '../../lib/store.ts';

export const papers = ['day', 'sepia', 'night'] as const;
export type Paper = (typeof papers)[number];

/** How somebody likes to read; kept in this browser. */
export type ReaderChoices = {
  readonly paper: Paper;
  /** `auto`: two pages where there is room. */
  readonly layout: 'auto' | 'one' | 'two' | 'scroll';
};

const KEY = 'reader';

/** Somebody who reads the site in the dark is not woken up by a white page. */
const isDark = (): boolean => {
  const { theme } = preferences.get();
  if (theme !== 'system') return theme === 'dark';
  return globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches ?? false;
};

const read = (): ReaderChoices => {
  const defaults = { paper: isDark() ? 'night' : 'day', layout: 'auto' } as const;
  try {
    return { ...defaults, ...JSON.parse(kept.read(KEY) ?? '{}') };
  } catch {
    return defaults;
  }
};

const store = createStore<ReaderChoices>(read());

export const readerChoices = {
  get: store.get,
  change: (change: Partial<ReaderChoices>): void => {
    const next = { ...store.get(), ...change };
    kept.write(KEY, JSON.stringify(next));
    store.set(next);
  },
};

export const useReaderChoices = (): ReaderChoices => useSyncExternalStore(store.subscribe, store.get);

export const paperAfter = (paper: Paper): Paper =>
  papers[(papers.indexOf(paper) + 1) % papers.length] ?? 'day';
