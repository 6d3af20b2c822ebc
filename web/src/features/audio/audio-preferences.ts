import { safeStorage } from '../../lib/store.ts';
import { speedOf } from './speed.ts';

/** Playback preferences of this browser. */
export type AudioPreferences = { readonly rate: number; readonly volume: number };

const KEY = 'listening';

export const readAudioPreferences = (): AudioPreferences => {
  try {
    const { rate, volume } = JSON.parse(safeStorage.read(KEY) ?? '{}') as Partial<
      Record<keyof AudioPreferences, unknown>
    >;
    return {
      rate: typeof rate === 'number' ? speedOf(rate) : 1,
      volume: typeof volume === 'number' ? Math.min(1, Math.max(0, volume)) : 1,
    };
  } catch {
    return { rate: 1, volume: 1 };
  }
};

export const saveAudioPreferences = ({ rate, volume }: AudioPreferences): void =>
  safeStorage.write(KEY, JSON.stringify({ rate, volume }));
