import type { Pigment } from '@satrangi/contracts/pure';

/** The seven brand colours. */
export const pigmentHex: Record<Pigment, string> = {
  anaar: '#A11A3A',
  gulmohar: '#E8590C',
  haldi: '#FFC61A',
  neem: '#8DB56A',
  firoza: '#1A7B82',
  neel: '#222C96',
  jamun: '#43113F',
};
export const INK = '#1E1420';
export const PAPER = '#FCFAFB';

/** Text that can be read on a pigment. */
export const onPigment: Record<Pigment, string> = {
  anaar: PAPER,
  gulmohar: INK,
  haldi: INK,
  neem: INK,
  firoza: PAPER,
  neel: PAPER,
  jamun: PAPER,
};

/** What a picture draws with: ground, figure, accent. */
export type Inks = { readonly g: string; readonly f: string; readonly a: string };
/** A picture at a moment, in seconds from its beginning, on a field of 640 × 360; SVG without its frame. */
export type Moving = (seconds: number, inks: Inks) => string;

export const range = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i);
/** There and back between −1 and 1, once in `period` seconds. */
export const swing = (seconds: number, period: number, from = 0): number =>
  Math.sin((seconds / period + from) * 2 * Math.PI);
/** From 0 to 1 between two moments, slow at both ends. */
export const eased = (seconds: number, from: number, to: number): number => {
  const t = Math.max(0, Math.min(1, (seconds - from) / (to - from)));
  return t * t * (3 - 2 * t);
};
export const at = (n: number): string => n.toFixed(1);

/** The outline of a person on `floor`: a head, shoulders and a long shirt. */
export const person = (x: number, floor: number, tall: number, fill: string, lean = 0): string =>
  `<g transform="translate(${at(x)} ${at(floor)}) rotate(${at(lean)}) scale(${(tall / 100).toFixed(3)})" fill="${fill}"><path d="M-23 0l6-56q2-14 13-16v-6h8v6q11 2 13 16l6 56z"/><circle cy="-86" r="13"/></g>`;

/** A colour between two others; 0 is the first. */
export const mix = (from: string, to: string, share: number): string =>
  `#${[1, 3, 5]
    .map((i) => {
      const [a, b] = [from, to].map((hex) => Number.parseInt(hex.slice(i, i + 2), 16));
      return Math.round((a ?? 0) * (1 - share) + (b ?? 0) * share)
        .toString(16)
        .padStart(2, '0');
    })
    .join('')}`;
export const deep = (hex: string, share = 0.35): string => mix(hex, INK, share);
export const pale = (hex: string, share = 0.35): string => mix(hex, PAPER, share);
