import { kept } from '../../lib/store.ts';
import { speedOf } from './speed.ts';

/** How somebody likes to listen; kept in this browser. */
export type AudioChoices = { readonly rate: number; readonly volume: number };

const KEY = 'listening';

export const readChoices = (): AudioChoices => {
  try {
    const { rate, volume } = JSON.parse(kept.read(KEY) ?? '{}') as Partial<
      Record<keyof AudioChoices, unknown>
    >;
    return {
      rate: typeof rate === 'number' ? speedOf(rate) : 1,
      volume: typeof volume === 'number' ? Math.min(1, Math.max(0, volume)) : 1,
    };
  } catch {
    return { rate: 1, volume: 1 };
  }
};

export const keepChoices = ({ rate, volume }: AudioChoices): void =>
  kept.write(KEY, JSON.stringify({ rate, volume }));
