import type { CoverArt, CoverMotif } from '../media.ts';
import { balcony, lamp, stairs, train, windows } from './buildings.ts';
import { hashOf } from './hash.ts';
import { buttons, kite, leaves, ledger, thread } from './objects.ts';
import type { CoverDrawing, Inks } from './shapes.ts';
import { boat, monsoon, moon, ripples, sun } from './skies.ts';
import { toneOf } from './tones.ts';

const drawings: Record<CoverMotif, (inks: Inks) => CoverDrawing> = {
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

/** The drawing of a cover. Covers of one motif differ in details by their title. */
export const drawMotif = ({ motif, ground, figure, accent }: CoverArt, title: string): CoverDrawing =>
  drawings[motif]({ g: toneOf(ground), f: toneOf(figure), a: toneOf(accent), seed: hashOf(title) });
