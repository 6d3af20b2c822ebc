import type { FilmMotif, Picture } from '../src/storyboard.ts';
import { cameraMove, lightOver, weatherOver } from './camera.ts';
import { type Moving, pigmentHex } from './inks.ts';
import { balcony, lamp, stairs, train, windows } from './pictures-of-houses.ts';
import { away, bridge, crowd, lanes, pigeons, railing, storm } from './pictures-of-rivers.ts';
import { pegs, room, teastall } from './pictures-of-rooms.ts';
import { kite, leaves, moon, sun, waves } from './pictures-of-skies.ts';
import {
  bus,
  busstop,
  canopy,
  crossroads,
  doors,
  monsoon,
  puddle,
  rickshaw,
  shelter,
  street,
} from './pictures-of-streets.ts';
import { buttons, ledger, thread } from './pictures-of-things.ts';

const pictures: Record<FilmMotif, Moving> = {
  windows,
  moon,
  monsoon,
  kite,
  waves,
  buttons,
  train,
  sun,
  leaves,
  balcony,
  thread,
  lamp,
  ledger,
  stairs,
  busstop,
  bus,
  shelter,
  crossroads,
  canopy,
  puddle,
  rickshaw,
  street,
  doors,
  storm,
  bridge,
  crowd,
  railing,
  lanes,
  pigeons,
  away,
  room,
  teastall,
  pegs,
};

const svg = (inside: string): string =>
  `<svg viewBox="0 0 640 360" width="100%" height="100%" xmlns="http://www.w3.org/2000/svg">${inside}</svg>`;

/** A shot of a film: its number, which selects the move of the camera, and its length in seconds. */
export type Shot = { readonly number: number; readonly length: number };

/** A picture at a moment of its shot, as an SVG element. The rain stays where it is when the camera moves. */
export const pictureAt = (picture: Picture, { number, length }: Shot, seconds: number): string => {
  const { motif, ground, figure, accent, light, weather } = picture;
  const inks = { g: pigmentHex[ground], f: pigmentHex[figure], a: pigmentHex[accent] };
  const share = Math.min(1, seconds / length);
  return svg(
    `<g transform="${cameraMove(number, share)}"><path fill="${inks.g}" d="M-60-40h760v440H-60z"/>${pictures[motif](seconds, inks)}</g>${weatherOver(weather, seconds)}${lightOver(light, share)}`,
  );
};
