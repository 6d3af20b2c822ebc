import type { CoverMotif } from '@satrangi/contracts/pure';
import { balcony, lamp, stairs, train, windows } from './cover-houses.tsx';
import type { Drawing, Inks } from './cover-inks.ts';
import { boat, monsoon, moon, ripples, sun } from './cover-skies.tsx';
import { buttons, kite, leaves, ledger, thread } from './cover-things.tsx';

const drawings: Record<CoverMotif, (inks: Inks) => Drawing> = {
  windows,
  moon,
  monsoon,
  kite,
  waves: (inks) => (inks.g.dark ? ripples(inks) : boat(inks)),
  buttons,
  train,
  sun,
  leaves,
  balcony,
  thread,
  lamp,
  ledger,
  stairs,
};

export const drawMotif = (motif: CoverMotif, inks: Inks): Drawing => drawings[motif](inks);
