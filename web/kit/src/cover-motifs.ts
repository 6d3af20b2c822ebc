import type { CoverMotif } from '@satrangi/contracts/pure';
import { balcony, lamp, stairs, train, windows } from './cover-buildings.tsx';
import type { Drawing, Inks } from './cover-inks.ts';
import { buttons, kite, leaves, ledger, thread } from './cover-objects.tsx';
import { boat, monsoon, moon, ripples, sun } from './cover-skies.tsx';

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
