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

/** A human figure standing on `floor`. */
export const person = (x: number, floor: number, tall: number, fill: string, lean = 0): string =>
  `<g transform="rotate(${at(lean)} ${at(x)} ${at(floor)})" fill="${fill}"><path d="M${at(x - tall * 0.24)} ${at(floor)}c0-${at(tall * 0.5)} ${at(tall * 0.08)}-${at(tall * 0.72)} ${at(tall * 0.24)}-${at(tall * 0.72)}s${at(tall * 0.24)} ${at(tall * 0.22)} ${at(tall * 0.24)} ${at(tall * 0.72)}z"/><circle cx="${at(x)}" cy="${at(floor - tall * 0.86)}" r="${at(tall * 0.14)}"/></g>`;
