import { useSyncExternalStore } from 'react';
import { createPreferences } from './store.ts';

export const captionSizes = ['small', 'medium', 'large'] as const;
export const captionGrounds = ['dark', 'light', 'none'] as const;

/** Film preferences of this browser. Captions are on by default. */
export type VideoPreferences = {
  readonly captions: boolean;
  readonly captionSize: (typeof captionSizes)[number];
  readonly captionGround: (typeof captionGrounds)[number];
  readonly volume: number;
};

export const videoPreferences = createPreferences<VideoPreferences>('watching', () => ({
  captions: true,
  captionSize: 'medium',
  captionGround: 'dark',
  volume: 1,
}));

export const useVideoPreferences = (): VideoPreferences =>
  useSyncExternalStore(videoPreferences.subscribe, videoPreferences.get);
