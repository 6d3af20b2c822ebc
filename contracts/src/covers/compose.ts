/** Compositions: what is behind an open drawing, so that two covers of one motif do not look alike. */
import { box, type CoverDrawing, type CoverShape, circle, type Inks, line, path, range } from './shapes.ts';

const rows = (from: number, to: number, step: number): readonly number[] =>
  range(Math.floor((to - from) / step) + 1).map((i) => from + i * step);

/** Patterns between the title and the calm strip at the foot, one tone darker than the ground. */
const patterns: readonly ((g: Inks['g']) => readonly CoverShape[])[] = [
  () => [],
  (g) => [circle(100, 190, 74, { fill: g.deep })],
  (g) => [
    path(
      rows(124, 256, 22)
        .flatMap((y, row) => rows(-84 + (row % 2) * 11, 284, 22).map((x) => `M${x} ${y}h.1`))
        .join(''),
      { stroke: g.deep, strokeWidth: 5, hasRoundCaps: true },
    ),
  ],
  (g) => rows(120, 252, 24).map((y) => box(-90, y, 380, 11, g.deep)),
  (g) => [
    path('M22 266v-80q0-24 24-34 34-14 54-34 20 20 54 34 24 10 24 34v80z', { fill: g.deep }),
    ...[-170, 170].map((x) =>
      path('M22 266v-80q0-24 24-34 34-14 54-34 20 20 54 34 24 10 24 34v80z', {
        fill: g.deep,
        transform: [['translate', x, 0]],
      }),
    ),
  ],
  (g) => [
    line(
      rows(-80, 280, 30)
        .map((x) => `M${x} 118l15 24-15 24-15-24zM${x} 166l15 24-15 24-15-24zM${x} 214l15 24-15 24-15-24z`)
        .join(''),
      g.deep,
      2.2,
    ),
  ],
];

/** The number of patterns behind open drawings. */
export const PATTERNS = patterns.length;

/** A drawing with the pattern of its title behind it, when it leaves its ground open. */
export const composed = (drawing: CoverDrawing, { g, seed }: Inks): CoverDrawing =>
  drawing.isOpen ? { ...drawing, art: [...(patterns[seed % PATTERNS]?.(g) ?? []), ...drawing.art] } : drawing;
