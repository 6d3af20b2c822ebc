import type { CoverArt, CoverMotif } from '../cover-art.ts';
import { pages, shelf } from './books.ts';
import { balcony, lamp, stairs, train, windows } from './buildings.ts';
import { dupattas, indigo, iron, kurtas, tape, treadle } from './cloth.ts';
import { composed } from './compose.ts';
import { hashOf } from './hash.ts';
import { orange, rose, spices, stove, tiffin } from './kitchen.ts';
import { buttons, kite, leaves, ledger, thread } from './objects.ts';
import { bench, charpoy, conch, jasmine, kolam, puddle, reel, umbrella } from './outdoors.ts';
import { affidavit, bundle, letters, typecase, typewriter } from './paper.ts';
import { clocks, diya, key, lift, radio, swing, telephone } from './rooms.ts';
import type { CoverDrawing, Inks } from './shapes.ts';
import { boat, monsoon, moon, ripples, sun } from './skies.ts';
import { crown, dholak, kabaddi, projector, ward } from './stage.ts';
import { toneOf } from './tones.ts';
import { bus, pylon, sleeper, suitcase, tracks, tram } from './travel.ts';

const drawings: Record<CoverMotif, (inks: Inks) => CoverDrawing> = {
  windows,
  moon,
  monsoon,
  kite,
  buttons,
  train,
  sun,
  leaves,
  balcony,
  thread,
  lamp,
  ledger,
  stairs,
  waves: (inks) => (inks.g.dark ? ripples(inks) : boat(inks)),
  bus,
  tram,
  tracks,
  sleeper,
  suitcase,
  pylon,
  kurtas,
  tape,
  dupattas,
  indigo,
  treadle,
  iron,
  letters,
  affidavit,
  typecase,
  bundle,
  typewriter,
  tiffin,
  stove,
  spices,
  orange,
  rose,
  key,
  diya,
  radio,
  clocks,
  telephone,
  lift,
  swing,
  puddle,
  umbrella,
  charpoy,
  bench,
  reel,
  conch,
  jasmine,
  kolam,
  projector,
  crown,
  dholak,
  kabaddi,
  ward,
  shelf,
  pages,
};

/** The drawing of a cover. Covers of one motif differ in details and in their pattern by their title. */
export const drawMotif = ({ motif, ground, figure, accent }: CoverArt, title: string): CoverDrawing => {
  const inks = { g: toneOf(ground), f: toneOf(figure), a: toneOf(accent), seed: hashOf(title) };
  return composed(drawings[motif](inks), inks);
};
