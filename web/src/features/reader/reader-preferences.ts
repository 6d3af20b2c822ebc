import { useSyncExternalStore } from 'react';
import { preferences } from '../../lib/preferences.ts';
import { createStore, safeStorage } from '../../lib/store.ts';

export const papers = ['day', 'sepia', 'night'] as const;
export type Paper = (typeof papers)[number];

/** Reader preferences of this browser. */
export type ReaderPreferences = {
  readonly paper: Paper;
  /** `auto`: two pages where they fit. */
  readonly layout: 'auto' | 'one' | 'two' | 'scroll';
  /** The text of a page instead of the page. */
  readonly largeText: boolean;
  /** Of large text, in per cent. */
  readonly textSize: number;
};

const KEY = 'reader';

/** The default paper follows the theme, to avoid a bright page in the dark. */
const isDark = (): boolean => {
  const { theme } = preferences.get();
  if (theme !== 'system') return theme === 'dark';
  return globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches ?? false;
};

const read = (): ReaderPreferences => {
  const defaults = {
    paper: isDark() ? 'night' : 'day',
    layout: 'auto',
    largeText: false,
    textSize: 100,
  } as const;
  try {
    return { ...defaults, ...JSON.parse(safeStorage.read(KEY) ?? '{}') };
  } catch {
    return defaults;
  }
};

const store = createStore<ReaderPreferences>(read());

export const readerPreferences = {
  get: store.get,
  change: (change: Partial<ReaderPreferences>): void => {
    const next = { ...store.get(), ...change };
    safeStorage.write(KEY, JSON.stringify(next));
    store.set(next);
  },
};

export const useReaderPreferences = (): ReaderPreferences => useSyncExternalStore(store.subscribe, store.get);

export const nextPaper = (paper: Paper): Paper =>
  papers[(papers.indexOf(paper) + 1) % papers.length] ?? 'day';

const TEXT_SIZES = [75, 100, 125, 150, 175, 200, 250, 300] as const;

/** The next size of large text in a direction. */
export const textSizeStep = (size: number, direction: 'in' | 'out'): number =>
  (direction === 'in'
    ? TEXT_SIZES.find((each) => each > size)
    : TEXT_SIZES.findLast((each) => each < size)) ?? size;
