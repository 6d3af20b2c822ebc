/** Motifs of the kitchen: a tiffin carrier, one burner, a box of spices, an orange, a rose in a pot. */
import {
  box,
  type CoverDrawing,
  circle,
  ellipse,
  floor,
  type Inks,
  line,
  path,
  range,
  turned,
} from './shapes.ts';

export const tiffin = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    floor(262, a.full),
    line('M62 262V146q0-22 38-22t38 22v116', 'cover-ink', 6),
    box(86, 118, 28, 11, 'cover-ink', 5),
    path('M66 152q4-16 34-16t34 16z', { fill: f.full }),
    box(62, 151, 76, 6, f.deep, 3),
    ...range(3).flatMap((i) => [
      box(66, 158 + i * 34, 68, 31, f.full, 6),
      box(66, 166 + i * 34, 68, 8, i === 1 ? g.pale : a.full),
      line(`M76 ${163 + i * 34}v19`, 'cover-paper', 3.4, { opacity: 0.8 }),
    ]),
    box(54, 196, 12, 12, 'cover-ink', 3),
    box(134, 196, 12, 12, 'cover-ink', 3),
    ...[
      [24, 0],
      [172, 1],
      [184, 2],
    ].flatMap(([x = 0, n = 0]) => [
      line(`M${x} 262Q${x + 4} 220 ${x - 2 + n * 2} ${176 + n * 12}`, 'neem-deep', 2.6),
      ...range(6).map((i) =>
        ellipse(x + (i % 2 ? 5 : -4) + 1, 180 + n * 12 + i * 9, 4.6, 5.6, { fill: i % 2 ? a.deep : a.full }),
      ),
    ]),
  ],
  foot: a.on,
  isOpen: true,
});

export const stove = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    box(-90, 122, 380, 4, 'cover-ink'),
    ...[12, 34, 56, 144, 166, 188].flatMap((x, i) => [
      line(`M${x} 126v${28 + (i % 3) * 4}`, 'cover-ink', 3),
      ellipse(x, 162 + (i % 3) * 4, 7, 10, { fill: i % 2 ? f.full : a.full }),
    ]),
    line('M88 170q-8-10 0-20t0-20M112 170q-8-10 0-20t0-20', g.on, 2.6, { opacity: 0.7 }),
    ellipse(100, 180, 46, 7, { fill: f.deep }),
    path('M46 182h108q2 50-24 58H70q-26-8-24-58z', { fill: f.full }),
    box(40, 180, 120, 9, f.deep, 4),
    line('M38 196h-8v14h14M162 196h8v14h-14', f.deep, 5),
    path('M47 202h106q-1 9-4 16H51q-3-7-4-16z', { fill: a.full }),
    ...range(6).map((i) => circle(62 + i * 15.2, 210, 3.2, { fill: f.full })),
    path('M74 256q-6-10 2-16 6 4 8 16zM94 256q-8-12 6-18 14 6 6 18zM116 256q2-12 8-16 8 6 2 16z', {
      fill: 'haldi',
    }),
    box(52, 252, 96, 8, 'cover-ink', 3),
    floor(260, a.full),
    line('M140 262h14', a.deep, 5),
  ],
  foot: a.on,
});

export const spices = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    circle(100, 192, 76, { fill: f.full }),
    circle(100, 192, 68, { fill: f.deep }),
    ...[
      ...range(6).map((i) => [
        100 + 44 * Math.sin((i * Math.PI) / 3),
        192 - 44 * Math.cos((i * Math.PI) / 3),
      ]),
      [100, 192],
    ].flatMap(([x = 0, y = 0], i) => {
      const fill =
        ([a.full, g.full, 'cover-paper', a.deep, g.pale, 'cover-ink', g.full] as const)[i] ?? g.full;
      return [
        circle(x, y, 20.5, { fill: 'cover-paper' }),
        circle(x, y, 17, { fill }),
        ...(i % 2 === 0
          ? [
              path(`M${x - 12} ${y + 7}q4-14 12-15t12 15q-12 8-24 0z`, {
                fill: i === 2 ? f.full : f.full,
                opacity: 0.55,
              }),
            ]
          : range(5).map((n) =>
              circle(x + 8 * Math.cos(n * 1.26), y + 8 * Math.sin(n * 1.26), 2.2, {
                fill: i === 5 ? g.full : f.full,
              }),
            )),
      ];
    }),
    ...turned(
      [line('M100 192l66 44', 'cover-ink', 5), ellipse(104, 195, 9, 6.5, { fill: 'cover-ink' })],
      0,
      100,
      192,
    ),
  ],
  foot: 'title',
  isOpen: true,
});

const wedge = (degrees: number, r: number) => {
  const radians = (angle: number): number => (angle * Math.PI) / 180;
  const from = radians(degrees - 15.5);
  const to = radians(degrees + 15.5);
  const near = 9;
  const mid = radians(degrees);
  const at = (angle: number, far: number): string =>
    `${(far * Math.cos(angle)).toFixed(1)} ${(far * Math.sin(angle)).toFixed(1)}`;
  return `M${at(mid, near)}L${at(from, r)}A${r} ${r} 0 0 1 ${at(to, r)}z`;
};
export const orange = ({ f, a, g }: Inks): CoverDrawing => ({
  art: [
    circle(92, 196, 68, { fill: f.full }),
    circle(92, 196, 60, { fill: 'cover-paper' }),
    ...range(10)
      .filter((i) => i !== 1)
      .map((i) => path(wedge(i * 36, 55), { fill: g.full, transform: [['translate', 92, 196]] })),
    ...range(9).map((i) => {
      const angle = ((i < 1 ? i : i + 1) * Math.PI) / 5 + 0.1;
      return line(
        `M${92 + 30 * Math.cos(angle)} ${196 + 30 * Math.sin(angle)}l${9 * Math.cos(angle)} ${9 * Math.sin(angle)}`,
        'cover-paper',
        3,
      );
    }),
    path('M0-28q32 4 34 30-24 20-44 2-10-22 10-32z', { fill: f.full, transform: [['translate', 160, 240]] }),
    path('M2-20q22 4 24 22-18 14-32 0-6-16 8-22z', {
      fill: 'cover-paper',
      transform: [['translate', 160, 240]],
    }),
    path('M4-15q16 4 17 16-13 10-23 0-4-12 6-16z', { fill: g.full, transform: [['translate', 160, 240]] }),
    path('M128 134q10-26 44-20-8 28-44 20z', { fill: a.full }),
    line('M128 134q18-6 34-14', a.pale, 2),
    line('M122 142l10-12', a.deep, 5),
  ],
  foot: 'title',
});

export const rose = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    floor(262, a.full),
    line('M100 180v50', 'neem-deep', 5),
    path('M100 218q-6-28-40-26 4 28 40 26zM100 206q6-28 40-26-4 28-40 26z', { fill: 'neem-deep' }),
    ...range(6).map((i) =>
      ellipse(100, 131, 21, 22, { fill: f.full, transform: [['rotate', i * 60, 100, 152]] }),
    ),
    ...range(6).map((i) =>
      path('M84 132q16-17 32 0', {
        stroke: f.deep,
        strokeWidth: 3,
        hasRoundCaps: true,
        transform: [['rotate', i * 60 + 30, 100, 152]],
      }),
    ),
    circle(100, 152, 21, { fill: f.deep }),
    circle(100, 152, 15, { fill: f.full }),
    path('M88 152a12 12 0 1 1 12 12 8 8 0 1 1 8-8 5 5 0 1 1-5-4', {
      stroke: 'cover-paper',
      strokeWidth: 2.6,
      hasRoundCaps: true,
    }),
    path('M58 220h84q4 34-16 44H74q-20-10-16-44z', { fill: 'cover-paper' }),
    box(52, 216, 96, 8, g.deep, 4),
    line('M142 230q20-4 18 10t-24 14', 'cover-paper', 6),
    ...range(5).map((i) => circle(70 + i * 15, 240, 4, { fill: f.full })),
  ],
  foot: a.on,
  isOpen: true,
});
