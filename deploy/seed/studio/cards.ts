import type { Pigment } from '@satrangi/contracts/pure';
import { eased, onPigment, pigmentHex } from './inks.ts';

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const heights = [20, 24, 18, 22, 16, 23, 19];

/** The logo: seven spines, appearing one after another. */
const mark = (seconds: number): string =>
  `<svg viewBox="0 0 42 24" width="96" height="55">${Object.values(pigmentHex)
    .map((fill, index) => {
      const height = (heights[index] ?? 20) * eased(seconds, 0.1 + index * 0.12, 0.7 + index * 0.12);
      return `<rect x="${index * 6}" y="${(24 - height).toFixed(1)}" width="5" height="${height.toFixed(1)}" fill="${fill}"/>`;
    })
    .join('')}</svg>`;

/** Names its film and who made it; letters stand on the plain ground of the kind. */
export const titleCard = (ground: Pigment, title: string, director: string, seconds: number): string => {
  const up = (1 - eased(seconds, 0.2, 1)) * 24;
  const later = eased(seconds, 0.9, 1.5);
  return `<div class="card" style="background:${pigmentHex[ground]};color:${onPigment[ground]}"><p class="title" style="transform:translateY(${up.toFixed(1)}px)">${escapeHtml(title)}</p><p class="by" style="opacity:${later.toFixed(2)}">${escapeHtml(director)}</p></div>`;
};

/** The end card: logo and name. */
export const endCard = (seconds: number): string =>
  `<div class="card end">${mark(seconds)}<p class="by">Satrangi</p></div>`;

export const cardCss = `
* { margin: 0; box-sizing: border-box; }
#stage { position: relative; overflow: hidden; }
.layer { position: absolute; inset: 0; overflow: hidden; }
.card { position: absolute; inset: 0; padding: 0 54px; display: flex; flex-direction: column; justify-content: center; gap: 14px; font-synthesis: none; font-family: 'Head Latin','Head Deva','Head Taml','Head Beng'; }
.card .title { font-size: 48px; line-height: 1.24; text-wrap: balance; }
.card .by { font-size: 21px; line-height: 1.4; }
.card.end { background: #FCFAFB; color: #1E1420; align-items: center; text-align: center; }`;
