/** Motifs of objects: kites, a kurta with buttons, leaves, thread, a ledger. */
import { type CoverDrawing, circle, type Inks, path, range } from './shapes.ts';

export const kite = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    path('M118 116l48 46-48 68-48-68z', { fill: f.full }),
    path('M64 168l34 33-34 50-34-50z', { fill: a.full, isMultiplied: true }),
    path('M70 162h96M118 116v114M30 201h68M64 168v83', { stroke: g.on, strokeWidth: 1.2 }),
    path('M118 230q-6 34 34 44t60 40M64 251q30 14 62 8t44 22 42 30', { stroke: g.on, strokeWidth: 1.6 }),
    path('M150 268l10 2-3 10zM168 278l9-4 2 10z', { fill: f.full }),
  ],
  foot: 'title',
  isOpen: true,
});

export const buttons = ({ f, a, g }: Inks): CoverDrawing => ({
  art: [
    path('M-10 300V176q22-36 80-52l30 46 30-46q58 16 80 52v124z', { fill: f.full }),
    path('M70 124l30 46-18 20-26-56zM130 124l-30 46 18 20 26-56zM90 176h20v124H90z', { fill: f.deep }),
    path('M38 300V196M162 300V196', { stroke: f.deep, strokeWidth: 2, strokeDasharray: [6, 5] }),
    ...[198, 230, 262].flatMap((y) => [
      circle(100, y, 8, { fill: a.full }),
      path(`M97 ${y}h6M100 ${y - 3}v6`, { stroke: g.pale, strokeWidth: 2 }),
    ]),
    path('M128 214h38v34l-19 10-19-10z', { fill: a.full }),
    path('M128 221h38v2h-38z', { fill: f.full }),
  ],
});

export const leaves = ({ f, a }: Inks): CoverDrawing => ({
  art: [
    path('M100 266Q94 190 106 124M52 266q-4-46 8-86M150 266q8-40-6-80', { stroke: f.deep, strokeWidth: 3.5 }),
    ...range(6).map((i) => {
      const isLeft = i % 2 === 0;
      return path('M0 0Q10-26 46-26 42 4 0 0z', {
        fill: isLeft ? f.full : f.deep,
        transform: [
          ['translate', 99 + i, 248 - i * 22],
          ['scale', isLeft ? -1 : 1, 1],
          ['rotate', -8, 0, 0],
        ],
      });
    }),
    path('M54 226q-30-4-42-34 34-2 42 34zM57 204q20-12 20-42-26 12-20 42zM58 184q-14-8-14-30 18 8 14 30z', {
      fill: f.full,
    }),
    path('M151 232q30-8 38-40-34 2-38 40zM150 210q-22-10-22-38 26 8 22 38zM146 190q12-10 10-30-18 8-10 30z', {
      fill: f.full,
    }),
    circle(106, 124, 7, { fill: a.full }),
    circle(60, 178, 5.5, { fill: a.full }),
    circle(144, 184, 5.5, { fill: a.full }),
    path('M-90 264h380v36H-90z', { fill: a.full }),
    path('M-90 258h380v8H-90z', { fill: a.deep }),
  ],
  foot: a.on,
});

export const thread = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    path('M-90 236q50 40 80 14C60 150 110 292 150 190S118 112 44 158', {
      stroke: a.full,
      strokeWidth: 4,
      strokeDasharray: [15, 9],
      hasRoundCaps: true,
    }),
    path('M44 158l-22 32', { stroke: a.full, strokeWidth: 4, hasRoundCaps: true }),
    circle(142, 226, 37, { fill: f.full }),
    circle(142, 226, 27, { stroke: f.deep, strokeWidth: 2 }),
    ...[216, 237].flatMap((y) => [131, 153].map((x) => circle(x, y, 5, { fill: g.full }))),
  ],
  foot: 'title',
  isOpen: true,
});

export const ledger = ({ f, a, g }: Inks): CoverDrawing => ({
  art: [
    path('M34 122h136v140H34z', { fill: f.full }),
    path('M34 122h14v140H34z', { fill: f.deep }),
    path('M54 130h108v124H54z', { fill: 'cover-paper' }),
    path(
      range(8)
        .map((i) => `M54 ${144 + i * 14}h108`)
        .join(''),
      { stroke: g.full, strokeWidth: 1.6, opacity: 0.7 },
    ),
    path('M80 130v124', { stroke: a.full, strokeWidth: 2 }),
    path(
      'M88 140h44M88 154h58M88 168h30M88 182h52M88 196h40M88 210h56M60 140h10M60 154h10M60 168h12M60 182h9M60 196h12M60 210h10',
      { stroke: 'cover-ink', strokeWidth: 3.4, hasRoundCaps: true },
    ),
    path('M138 122h14v74l-7-9-7 9z', { fill: a.full }),
  ].map((shape) => ({ ...shape, transform: [['rotate', -6, 100, 190]] })),
  foot: 'title',
  isOpen: true,
});
