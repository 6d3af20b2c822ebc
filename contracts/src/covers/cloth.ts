/** Motifs of cloth: kurtas on a rail, a tape and scissors, dyed cloth, an indigo vat, a sewing machine, an iron. */
import {
  box,
  type CoverDrawing,
  type CoverShape,
  circle,
  ellipse,
  floor,
  type Inks,
  line,
  path,
  range,
} from './shapes.ts';
import type { CoverColor } from './tones.ts';

const kurta = (x: number, y: number, fill: CoverColor, seam: CoverColor): CoverShape[] => [
  line(`M${x} ${y - 14}q8-8 3-13t-8 3`, 'cover-ink', 2.4),
  path(`M${x - 9} ${y - 11}q9 7 18 0l17 10 13 48-13 4-8-25 7 84q-25 8-50 0l7-84-8 25-13-4 13-48z`, { fill }),
  line(`M${x} ${y - 6}v38`, seam, 2.4),
  ...[6, 17, 28].map((down) => circle(x, y + down - 4, 2.6, { fill: 'cover-paper' })),
  line(`M${x - 23} ${y + 102}q23 6 46 0`, seam, 3, { hasRoundCaps: false }),
];

export const kurtas = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    box(-90, 124, 380, 5, 'cover-ink'),
    ...kurta(30, 150, a.full, a.pale),
    ...kurta(172, 150, g.pale, a.full),
    ...kurta(102, 154, f.full, f.deep),
  ],
  foot: 'title',
  isOpen: true,
});

const RIBBON = 'M-95 190q45-70 95-46C60 170 84 190 40 206s-20 60 50 44 60-70 130-40 50 20 80 0';
export const tape = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    path(RIBBON, { stroke: f.full, strokeWidth: 18 }),
    path(RIBBON, { stroke: 'cover-ink', strokeWidth: 18, strokeDasharray: [1.6, 9] }),
    path(RIBBON, { stroke: f.full, strokeWidth: 7 }),
    path('M92 124q10 30 40 76l-8 6Q94 168 86 130z', { fill: g.pale }),
    path('M150 124q-10 30-40 76l8 6q30-38 38-76z', { fill: 'cover-paper' }),
    circle(121, 188, 4, { fill: 'cover-ink' }),
    ellipse(139, 224, 13, 19, { stroke: a.full, strokeWidth: 9, transform: [['rotate', -28, 139, 224]] }),
    ellipse(103, 224, 13, 19, { stroke: a.full, strokeWidth: 9, transform: [['rotate', 28, 103, 224]] }),
  ],
  foot: 'title',
});

export const dupattas = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    line('M-90 122Q100 142 290 122', 'cover-ink', 2.4),
    ...(
      [
        [-62, a.full, a.deep],
        [-6, g.pale, f.full],
        [44, f.full, f.deep],
        [94, a.full, a.deep],
        [144, 'cover-paper', a.full],
        [200, f.full, f.deep],
      ] as const
    ).flatMap(([x, fill, fold]) => [
      path(`M${x} 128q20 5 42 2 8 40-2 74t4 36q-22 8-46 0 10-34 2-60t0-52z`, { fill }),
      line(`M${x + 14} 134q8 44-2 96M${x + 29} 134q8 44-1 98`, fold, 2.4),
    ]),
    floor(258, a.deep),
    ...[34, 100, 166].flatMap((x, i) => [
      path(`M${x - 24} 240h48l-6 22h-36z`, { fill: 'cover-ink' }),
      ellipse(x, 240, 24, 6, { fill: [f.full, g.pale, f.deep][i] ?? f.full }),
    ]),
  ],
  foot: a.onDeep,
});

export const indigo = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    line('M30 126h140', 'cover-ink', 7),
    path('M62 126h76q4 30-2 62t4 40H60q10-20 4-46t-2-56z', { fill: a.full }),
    path('M62 126h76q2 15 1.500 30-20 10-38 0t-38 3q0-18-1.500-33z', { fill: g.pale }),
    line('M82 130q6 50-2 92M102 130v92M121 130q4 46-1 92', a.deep, 3),
    ...[
      [50, 196],
      [150, 186],
      [156, 206],
    ].map(([x = 0, y = 0]) => path(`M${x} ${y}q7 10 0 14-7-4 0-14z`, { fill: a.full })),
    floor(262, f.deep),
    path('M22 226h156q0 40-26 58H48q-26-18-26-58z', { fill: f.full }),
    ellipse(100, 226, 78, 15, { fill: f.deep }),
    ellipse(100, 227, 68, 10, { fill: 'cover-ink' }),
    path('M60 224q40 10 80 0v4q-40 10-80 0z', { fill: a.deep }),
    box(18, 246, 164, 6, f.deep),
  ],
});

export const treadle = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    path('M-90 226h140q20-2 28 14t-8 30-60 8-100 4z', { fill: a.full }),
    line('M-90 240H40q16 0 20 10', a.deep, 2.4, { strokeDasharray: [8, 6] }),
    path('M28 226v-12h146v12z', { fill: 'cover-ink' }),
    path('M138 214v-30q-40 4-74-2v16h-16v-34q0-20 20-20h86q20 0 20 22v48z', { fill: 'cover-ink' }),
    line('M70 160h62q16 0 18 14M150 200h14', f.full, 2.6),
    circle(82, 160, 4, { fill: f.full }),
    path('M108 153l5 7-5 7-5-7z', { fill: f.full }),
    line('M56 198v18', 'cover-paper', 2.4),
    box(48, 206, 16, 4, g.pale),
    circle(172, 176, 24, { fill: 'cover-ink' }),
    circle(172, 176, 15, { fill: g.full }),
    circle(172, 176, 6, { fill: f.full }),
    line('M172 161v30M157 176h30', 'cover-ink', 3),
    box(120, 128, 14, 17, a.full),
    box(117, 126, 20, 4, f.full),
    line('M126 136Q80 116 56 150v46', a.full, 1.6),
    floor(232, f.full),
    box(-90, 226, 380, 8, f.deep),
    path('M-90 226H50q8 0 12 6-4 18-16 22H-90z', { fill: a.full }),
    line('M-90 236H54', a.pale, 2, { strokeDasharray: [7, 6] }),
  ],
  foot: f.on,
});

export const iron = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    floor(244, f.full),
    path('M-90 250q60-12 110 0t100-2 170 4v12H-90z', { fill: f.deep }),
    path('M16 236q6-32 34-42h122v42z', { fill: 'cover-ink' }),
    box(12, 234, 164, 12, a.full, 3),
    path('M44 206h116v8H38z', { fill: a.deep }),
    ...range(6).map((i) => circle(60 + i * 18, 222, 5, { fill: i % 2 ? 'haldi' : 'gulmohar' })),
    path('M58 194q4-12 14-12h86q8 0 8 12z', { fill: g.deep }),
    line('M76 184v-28M148 184v-28', 'cover-ink', 6),
    box(62, 140, 100, 18, f.full, 9),
    box(78, 140, 6, 18, f.deep),
    box(140, 140, 6, 18, f.deep),
    circle(168, 190, 6, { fill: a.full }),
    line('M178 176q10-10 0-20t0-20', g.on, 2.2, { opacity: 0.6 }),
    line('M190 184q10-10 0-20t0-20', g.on, 2.2, { opacity: 0.6 }),
  ],
  foot: f.on,
  isOpen: true,
});
