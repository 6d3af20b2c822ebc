import { readFileSync } from 'node:fs';
import { pigments } from '@satrangi/contracts/pure';
import { describe, expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const tokens = read('../../../kit/src/tokens.css');

/** The first value of a token, `#rrggbb`. */
const hexOf = (token: string): string => {
  const value = new RegExp(`--${token}: (#[0-9a-f]{6})`).exec(tokens)?.[1];
  if (!value) throw new Error(`no color --${token}`);
  return value;
};

/** Relative luminance by WCAG 2.2; `dim` is the brightness of covers at night. */
const luminance = (hex: string, dim = 1): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = (Number.parseInt(hex.slice(at, at + 2), 16) / 255) * dim;
    return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** What a poster is drawn with: each pigment, its deep and pale tone, paper and ink. */
const posterColors = [
  ...pigments.flatMap((pigment) => [pigment, `${pigment}-deep`, `${pigment}-pale`]),
  'cover-paper',
  'cover-ink',
];

/** The colors of the pill in a style sheet: its fill, text and border. */
const pillOf = (css: string, selector: string) => {
  const rule = css.split(`\n${selector} > span {`)[1]?.split('}')[0] ?? '';
  const token = (pattern: RegExp): string => pattern.exec(rule)?.[1] ?? '';
  return {
    fill: hexOf(token(/background: var\(--([\w-]+)\)/)),
    text: hexOf(token(/[^-]color: var\(--([\w-]+)\)/)),
    ring: hexOf(token(/border: 3px solid var\(--([\w-]+)\)/)),
  };
};

describe.each([
  ['the clip of a film', read('./clip.module.css'), '.open'],
  ['a film', read('../video/film-stage.module.css'), '.play'],
])('the play button of %s', (_name, css, selector) => {
  const { fill, text, ring } = pillOf(css, selector);

  it('has a legible text, and a ring that stands out from it', () => {
    expect(contrast(luminance(text), luminance(fill))).toBeGreaterThanOrEqual(7);
    expect(contrast(luminance(ring), luminance(fill))).toBeGreaterThanOrEqual(3);
  });

  it.each([
    ['day', 1],
    ['night', Number(/--cover-filter: brightness\(([\d.]+)\)/.exec(tokens)?.[1])],
  ])('stands out from each color of a poster by %s', (_time, dim) => {
    const best = posterColors.map((token) => {
      const poster = luminance(hexOf(token), dim);
      return Math.max(contrast(luminance(fill), poster), contrast(luminance(ring), poster));
    });
    expect(Math.min(...best)).toBeGreaterThanOrEqual(3);
  });
});
