import type { FilmMotif, Picture } from '../src/storyboard.ts';
import { type Moving, pigmentHex } from './inks.ts';
import { balcony, lamp, stairs, train, windows } from './pictures-of-houses.ts';
import { kite, leaves, monsoon, moon, sun, waves } from './pictures-of-skies.ts';
import { buttons, ledger, thread } from './pictures-of-things.ts';

/** Motifs of covers, moving. */
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
};

const svg = (inside: string): string =>
  `<svg viewBox="0 0 640 360" width="100%" height="100%" xmlns="http://www.w3.org/2000/svg">${inside}</svg>`;

/** A picture at a moment of its scene, as an SVG element. */
export const pictureAt = ({ motif, ground, figure, accent }: Picture, seconds: number): string => {
  const inks = { g: pigmentHex[ground], f: pigmentHex[figure], a: pigmentHex[accent] };
  return svg(`<path fill="${inks.g}" d="M0 0h640v360H0z"/>${pictures[motif](seconds, inks)}`);
};
