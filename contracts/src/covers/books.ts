/** Motifs of books: a shelf with a lamp, and two facing pages. */
import { box, type CoverDrawing, circle, floor, type Inks, line, path, range, turned } from './shapes.ts';

const SPINES = [13, 17, 11, 15, 20, 12, 16, 10, 18, 14, 12, 19] as const;

export const shelf = ({ g, f, a }: Inks): CoverDrawing => {
  const inks = [a.full, f.full, 'cover-paper', g.pale, a.deep, f.deep] as const;
  const row = (foot: number, turn: number) => {
    let x = -84;
    return range(24).flatMap((i) => {
      const width = SPINES[(i * 5 + turn) % SPINES.length] ?? 14;
      const height = 34 + ((i * 7 + turn * 3) % 5) * 4;
      const left = x;
      x += width + 2;
      // a gap, where somebody has taken a book out
      if (i === 9 + turn) return [];
      const fill = inks[(i * 5 + turn) % inks.length] ?? a.full;
      return [
        box(left, foot - height, width, height, fill, 1),
        ...(i % 3 === 0 ? [box(left, foot - height + 7, width, 3, g.full)] : []),
      ];
    });
  };
  return {
    art: [
      ...row(178, 2),
      box(-90, 178, 380, 6, 'cover-ink'),
      ...row(256, 3),
      ...turned([box(150, 212, 13, 44, f.full, 1)], 0, 150, 256),
      floor(256, a.full),
      box(-90, 256, 380, 6, 'cover-ink'),
    ],
    foot: a.on,
  };
};

export const pages = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    circle(100, 190, 74, { fill: g.deep }),
    path('M100 160q-38-22-88-10v98q50-10 88 12 38-22 88-12v-98q-50-12-88 10z', { fill: f.full }),
    path('M100 158q-34-22-80-12v92q46-8 80 14z', { fill: 'cover-paper' }),
    path('M100 158q34-22 80-12v92q-46-8-80 14z', { fill: g.pale }),
    ...range(4).flatMap((i) => [
      line(`M32 ${170 + i * 16}q32-2 ${i === 3 ? 26 : 56} ${i === 3 ? 3 : 12}`, a.full, 4),
      line(`M112 ${182 + i * 16}q28-12 ${i === 3 ? 28 : 56} -12`, f.full, 4),
    ]),
    path('M94 122q-16-14-24 0 2 12 24 22 22-10 24-22-8-14-24 0z', {
      fill: a.full,
      transform: [['translate', 6, 0]],
    }),
    line('M100 158v94', f.deep, 2.4),
    path('M120 144h10v38l-5-6-5 6z', { fill: a.full }),
  ],
  foot: 'title',
});
