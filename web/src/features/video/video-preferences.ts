import { useSyncExternalStore } from 'react';
import { createStore, safeStorage } from '../../lib/store.ts';

export const captionSizes = ['small', 'medium', 'large'] as const;
export const captionGrounds = ['dark', 'light', 'none'] as const;

/** Film preferences of this browser. Captions are on by default. */
export type VideoPreferences = {
  readonly captions: boolean;
  readonly captionSize: (typeof captionSizes)[number];
  readonly captionGround: (typeof captionGrounds)[number];
  readonly volume: number;
};

const KEY = 'watching';
const defaults: VideoPreferences = {
  captions: true,
  captionSize: 'medium',
  captionGround: 'dark',
  volume: 1,
};

const read = (): VideoPreferences => {
  try {
    return { ...defaults, ...JSON.parse(safeStorage.read(KEY) ?? '{}') };
  } catch {
    return defaults;
  }
};

const store = createStore<VideoPreferences>(read());

export const videoPreferences = {
  get: store.get,
  change: (change: Partial<VideoPreferences>): void => {
    const next = { ...store.get(), ...change };
    safeStorage.write(KEY, JSON.stringify(next));
    store.set(next);
  },
};

export const useVideoPreferences = (): VideoPreferences => useSyncExternalStore(store.subscribe, store.get);
