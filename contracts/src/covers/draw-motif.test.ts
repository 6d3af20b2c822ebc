import { expect, it } from 'vitest';
import { coverMotifs, pigments } from '../cover-art.ts';
import { PATTERNS } from './compose.ts';
import { drawMotif } from './draw-motif.ts';
import type { CoverShape } from './shapes.ts';

const cover = { motif: 'kite', ground: 'neel', figure: 'haldi', accent: 'anaar' } as const;
const titles = Array.from({ length: 60 }, (_, n) => `Title ${n}`);
const shapesOf = (shapes: readonly CoverShape[]): string => JSON.stringify(shapes);

it('has at least 54 motifs, no two with the same shapes', () => {
  expect(coverMotifs.length).toBeGreaterThanOrEqual(54);
  const drawn = coverMotifs.map((motif) => shapesOf(drawMotif({ ...cover, motif }, 'One title').art));
  expect(new Set(drawn).size).toBe(coverMotifs.length);
});

it('puts every pattern behind titles that share an open motif, and always the same one behind a title', () => {
  const drawn = titles.map((title) => shapesOf(drawMotif(cover, title).art));

  expect(new Set(drawn).size).toBe(PATTERNS);
  expect(titles.map((title) => shapesOf(drawMotif(cover, title).art))).toEqual(drawn);
});

/** The heights at which the lines of untransformed shapes begin. */
const starts = ({ art }: ReturnType<typeof drawMotif>): number[] =>
  art.flatMap((shape) =>
    'd' in shape && !shape.transform
      ? [...shape.d.matchAll(/M-?[\d.]+ (-?[\d.]+)/g)].map(([, y]) => Number(y))
      : [],
  );

it('keeps the space of the title free on every ground', () => {
  for (const motif of coverMotifs)
    for (const ground of pigments) {
      const first = Math.min(...starts(drawMotif({ ...cover, motif, ground }, 'One title')));
      expect(first, motif).toBeGreaterThanOrEqual(110);
    }
});
