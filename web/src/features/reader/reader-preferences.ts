import { useSyncExternalStore } from 'react';
import { preferences } from '../../lib/preferences.ts';
import { createPreferences } from '../../lib/store.ts';

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

/** The default paper follows the theme, to avoid a bright page in the dark. */
const isDark = (): boolean => {
  const { theme } = preferences.get();
  if (theme !== 'system') return theme === 'dark';
  return globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches ?? false;
};

export const readerPreferences = createPreferences<ReaderPreferences>('reader', () => ({
  paper: isDark() ? 'night' : 'day',
  layout: 'auto',
  largeText: false,
  textSize: 100,
}));

export const useReaderPreferences = (): ReaderPreferences =>
  useSyncExternalStore(readerPreferences.subscribe, readerPreferences.get);

export const nextPaper = (paper: Paper): Paper =>
  papers[(papers.indexOf(paper) + 1) % papers.length] ?? 'day';

const TEXT_SIZES = [75, 100, 125, 150, 175, 200, 250, 300] as const;

/** The next size of large text in a direction. */
export const textSizeStep = (size: number, direction: 'in' | 'out'): number =>
  (direction === 'in'
    ? TEXT_SIZES.find((each) => each > size)
    : TEXT_SIZES.findLast((each) => each < size)) ?? size;
