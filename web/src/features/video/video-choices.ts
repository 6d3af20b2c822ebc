import { useSyncExternalStore } from 'react';
import { createStore, kept } from '../../lib/store.ts';

export const captionSizes = ['small', 'medium', 'large'] as const;
export const captionGrounds = ['dark', 'light', 'none'] as const;

/** How somebody likes to watch; kept in this browser. Captions are on until somebody switches them off. */
export type VideoChoices = {
  readonly captions: boolean;
  readonly captionSize: (typeof captionSizes)[number];
  readonly captionGround: (typeof captionGrounds)[number];
  readonly volume: number;
};

const KEY = 'watching';
const defaults: VideoChoices = { captions: true, captionSize: 'medium', captionGround: 'dark', volume: 1 };

const read = (): VideoChoices => {
  try {
    return { ...defaults, ...JSON.parse(kept.read(KEY) ?? '{}') };
  } catch {
    return defaults;
  }
};

const store = createStore<VideoChoices>(read());

export const videoChoices = {
  get: store.get,
  change: (change: Partial<VideoChoices>): void => {
    const next = { ...store.get(), ...change };
    kept.write(KEY, JSON.stringify(next));
    store.set(next);
  },
};

export const useVideoChoices = (): VideoChoices => useSyncExternalStore(store.subscribe, store.get);
