/** Motifs of weather and water: moon, monsoon, sun, a sunset on a lake, a boat. */
import { type CoverDrawing, circle, ellipse, type Inks, path, range } from './shapes.ts';

const stars = [
  [20, 250, 2.4],
  [174, 254, 2],
  [184, 122, 2],
  [22, 134, 2],
  [186, 226, 1.7],
] as const;

export const moon = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    circle(100, 188, 66, { fill: f.full }),
    circle(134, 170, 58, { fill: g.full }),
    circle(134, 170, 40, { stroke: a.full, strokeWidth: 3 }),
    circle(134, 170, 22, { fill: a.full }),
    ...stars.map(([x, y, radius]) => circle(x, y, radius, { fill: f.full })),
  ],
  foot: 'title',
});

export const monsoon = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    circle(140, 196, 74, { fill: f.full }),
    path('M-90 214h380v86H-90z', { fill: a.full }),
    path('M68.2 214A74 74 0 0 0 211.8 214z', { fill: a.deep }),
    path(
      range(25)
        .map((i) => `M${18 * i - 120} 118l-36 146`)
        .join(''),
      { stroke: g.pale, strokeWidth: 2.2 },
    ),
    path('M-90 228h380M-90 242h380M-90 256h380M34 214v52', { stroke: a.deep, strokeWidth: 1.2 }),
    path('M-90 266h380v34H-90z', { fill: a.full }),
  ],
  foot: a.on,
});

export const sun = ({ f, a, g }: Inks): CoverDrawing => ({
  art: [
    ...range(9).map((i) =>
      path('M96 236l1.500-116h5l1.500 116z', {
        fill: a.full,
        transform: [['rotate', i * 20 - 80, 100, 236]],
      }),
    ),
    circle(100, 236, 66, { fill: f.full }),
    circle(100, 236, 44, { stroke: g.full, strokeWidth: 3 }),
    circle(100, 236, 24, { fill: g.full }),
    path('M-90 236h380v64H-90z', { fill: a.full }),
    path('M-90 236h48v-18h20v18h50v-24h14v24h116v-16h22v16h48v-20h16v20h26v8H-90z', { fill: a.deep }),
  ],
  foot: a.on,
});

export const ripples = ({ g, f }: Inks): CoverDrawing => ({
  art: [
    circle(100, 172, 46, { fill: f.full }),
    path('M-90 186h380v114H-90z', { fill: g.deep }),
    ...[16, 34, 54, 76, 100].map((rx) =>
      ellipse(100, 231, rx, rx * 0.36, { stroke: g.pale, strokeWidth: 3 }),
    ),
    path('M70 197h60M62 208h42M112 208h28M82 219h44', { stroke: f.full, strokeWidth: 5 }),
  ],
  foot: g.onDeep,
});

export const boat = ({ f, a }: Inks): CoverDrawing => ({
  art: [
    path('M-100 188q25-16 50 0t50 0 50 0 50 0 50 0 50 0 50 0 50 0v112h-400z', { fill: f.full }),
    ...range(4).map((i) =>
      path(`M-100 ${212 + i * 22}q25-16 50 0t50 0 50 0 50 0 50 0 50 0 50 0 50 0V300h-400z`, {
        fill: f.deep,
        opacity: 0.35 + i * 0.2,
      }),
    ),
    path('M66 178h76l-15 17H80z', { fill: a.full }),
    path('M102 176v-52l34 44z', { fill: 'cover-paper' }),
    path('M98 176v-36l-20 28z', { fill: a.full }),
  ],
  foot: f.onDeep,
});
