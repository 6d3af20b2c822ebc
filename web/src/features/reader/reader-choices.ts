import { useSyncExternalStore } from 'react';
import { createStore, kept } from '../../lib/store.ts';

export const papers = ['day', 'sepia', 'night'] as const;
export type Paper = (typeof papers)[number];

/** How somebody likes to read; kept in this browser. */
export type ReaderChoices = {
  readonly paper: Paper;
  /** `auto`: two pages where there is room. */
  readonly layout: 'auto' | 'one' | 'two';
  /** Do single characters act? */
  readonly singleKeys: boolean;
};

const KEY = 'reader';
const defaults: ReaderChoices = { paper: 'day', layout: 'auto', singleKeys: true };

const read = (): ReaderChoices => {
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
