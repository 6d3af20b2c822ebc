import type { Picture } from '../src/storyboard.ts';
import { at, eased, PAPER, range } from './inks.ts';

/** How far a shot zooms: enough to move, too little to cut off a figure. */
const ZOOM = 0.07;

/** A slow move of the camera by the number of the shot; `share` is the part of the shot that is over, from 0 to 1. */
export const cameraMove = (shot: number, share: number): string => {
  const t = eased(share, -0.15, 1.15);
  const moves: readonly { zoom: number; x: number }[] = [
    { zoom: 1 + ZOOM * t, x: 0 },
    { zoom: 1 + ZOOM, x: 18 * (2 * t - 1) },
    { zoom: 1 + ZOOM * (1 - t), x: 0 },
    { zoom: 1 + ZOOM, x: 18 * (1 - 2 * t) },
  ];
  const { zoom, x } = moves[shot % moves.length] ?? { zoom: 1, x: 0 };
  return `translate(${(320 + x).toFixed(2)} 190) scale(${zoom.toFixed(4)}) translate(-320 -190)`;
};

/** Colours of the light at the beginning and the end of a shot, and how strong each is. */
const lights: Record<NonNullable<Picture['light']>, readonly [string, number, string, number]> = {
  dawn: ['#222C96', 0.34, '#FFC61A', 0.14],
  clearing: ['#43113F', 0.3, '#FFC61A', 0.16],
  dusk: ['#E8590C', 0.1, '#43113F', 0.38],
  night: ['#222C96', 0.26, '#222C96', 0.34],
};

/** The light of the hour over a picture; it changes while the shot lasts. */
export const lightOver = (light: Picture['light'], share: number): string => {
  if (!light) return '';
  const [from, strong, to, strongAtEnd] = lights[light];
  const layer = (fill: string, opacity: number): string =>
    opacity > 0.004
      ? `<path fill="${fill}" opacity="${opacity.toFixed(3)}" d="M0 0h640v360H0z" style="mix-blend-mode:${fill === '#FFC61A' ? 'soft-light' : 'multiply'}"/>`
      : '';
  return layer(from, strong * (1 - share)) + layer(to, strongAtEnd * share);
};

/** Rain in two layers: the near one falls faster and is longer. */
export const weatherOver = (weather: Picture['weather'], seconds: number): string => {
  if (!weather) return '';
  const layer = (count: number, speed: number, length: number, width: number, opacity: number): string => {
    const drops = range(count)
      .map((i) => {
        const fall = (seconds * (speed + (i % 5) * 24) + i * 83) % 440;
        const x = ((i * 167) % 740) - fall * 0.16;
        return `M${at(x)} ${at(fall - 50)}l${at(-length * 0.18)} ${length}`;
      })
      .join('');
    return `<path fill="none" stroke="${PAPER}" stroke-width="${width}" stroke-linecap="round" opacity="${opacity}" d="${drops}"/>`;
  };
  if (weather === 'drizzle') return layer(22, 120, 12, 1.6, 0.6);
  return layer(34, 190, 18, 1.6, 0.5) + layer(16, 330, 34, 2.6, 0.8);
};
