/** Motifs under the sky: after the rain, one umbrella, beds on a roof, a bench, a reel, a shell, jasmine, a kolam. */
import {
  box,
  type CoverDrawing,
  circle,
  ellipse,
  floor,
  type Inks,
  line,
  path,
  person,
  range,
  turned,
} from './shapes.ts';

export const puddle = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    circle(46, 150, 25, { fill: a.full }),
    ...turned(
      [
        path('M92 128q8-12 16 0l10 92q-18 14-36 0z', { fill: f.full }),
        line('M100 124l-8 96M100 124l8 96', f.deep, 2.4),
        box(86, 176, 28, 6, a.full),
        line('M100 222v24', 'cover-ink', 4),
        line('M100 124v-8q0-9 9-9t9 9', 'cover-ink', 5),
      ],
      17,
      100,
      240,
    ),
    floor(236, g.deep),
    ellipse(96, 254, 92, 13, { fill: g.pale }),
    ellipse(46, 252, 25, 5, { fill: a.full }),
    path('M98 244q34 0 40 9-20 8-46 1z', { fill: f.full }),
    line('M60 258h52M124 261h26', 'cover-paper', 2.4),
    ...[
      [150, 196],
      [164, 172],
      [30, 204],
    ].map(([x = 0, y = 0]) => path(`M${x} ${y}q8 12 0 17-8-5 0-17z`, { fill: g.pale })),
  ],
  foot: g.onDeep,
});

export const umbrella = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    line(
      range(26)
        .map(
          (i) =>
            `M${-84 + i * 16} ${116 + ((i * 37) % 40)}l-7 26M${-92 + i * 16} ${196 + ((i * 53) % 40)}l-6 20`,
        )
        .join(''),
      g.pale,
      2,
    ),
    floor(256, g.deep),
    person(76, 258, 72, a.full),
    person(122, 258, 66, 'cover-paper'),
    path('M20 186q4-62 80-66 76 4 80 66-16-14-27 0-12-14-26 0-14-14-27 0-14-14-27 0-14-14-27 0-10-14-26 0z', {
      fill: f.full,
    }),
    path('M74 186q-2-42 26-66 28 24 26 66-14-14-26 0-14-14-26 0z', { fill: f.deep }),
    line('M100 112v8', 'cover-ink', 5),
    line('M100 180v56q0 8 7 8t7-8', 'cover-ink', 4),
    line('M20 264h44M92 268h66M178 262h60M-60 268h50', g.pale, 2.4),
  ],
  foot: g.onDeep,
});

const bed = (x: number, y: number, cloth: Inks['f'], hair: 'cover-ink') => [
  line(`M${x + 4} ${y}v26M${x + 78} ${y}v26`, hair, 6),
  box(x, y, 82, 7, cloth.deep, 3),
  path(`M${x + 10} ${y + 7}l8 7 8-7 8 7 8-7 8 7 8-7 8 7 8-7`, { stroke: cloth.full, strokeWidth: 2 }),
  path(`M${x + 20} ${y}q4-19 22-16t22-1 16 17z`, { fill: cloth.full }),
  circle(x + 12, y - 8, 8, { fill: hair }),
];
export const charpoy = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    ...range(34).map((i) =>
      circle(-84 + ((i * 83) % 367), 116 + ((i * 29) % 66), i % 4 === 0 ? 3 : 1.9, { fill: a.pale }),
    ),
    line('M150 112v18', 'cover-ink', 2.4),
    path('M150 128q15 2 15 16 0 8-7 12h-16q-7-4-7-12 0-14 15-16z', { fill: f.deep }),
    box(143, 124, 14, 9, 'cover-ink', 2),
    line('M145 156l3-12 4 0 3 12', 'cover-ink', 1.8),
    box(-90, 196, 380, 48, f.full),
    box(-90, 190, 380, 8, f.deep),
    path(
      range(19)
        .map((i) => `M${-84 + i * 20} 206h10v26h-10z`)
        .join(''),
      { fill: f.deep },
    ),
    floor(244, f.deep),
    ...bed(12, 226, a, 'cover-ink'),
    ...bed(106, 226, { ...g, deep: 'cover-ink', full: 'cover-paper' }, 'cover-ink'),
  ],
  foot: f.onDeep,
});

export const bench = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    circle(154, 142, 34, { fill: a.full, opacity: 0.28 }),
    circle(154, 142, 22, { fill: a.full, opacity: 0.5 }),
    line('M154 146v112', 'cover-ink', 5),
    path('M142 150l4-18h16l4 18z', { fill: a.full }),
    path('M140 134l14-14 14 14z', { fill: 'cover-ink' }),
    circle(-34, 168, 46, { fill: f.deep }),
    circle(14, 152, 36, { fill: f.full }),
    line('M4 258v-86', 'cover-ink', 6),
    floor(256, f.deep),
    box(24, 196, 116, 8, f.pale, 2),
    box(24, 208, 116, 8, f.pale, 2),
    box(20, 226, 124, 9, 'cover-paper', 3),
    line('M34 190v68M130 190v68M26 240h20M120 240h20', 'cover-ink', 5),
    path('M64 226l6-22 34 4-4 20z', { fill: 'cover-paper' }),
    line('M73 211l24 3M72 217l24 2', g.full, 2),
  ],
  foot: f.onDeep,
});

export const reel = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    path('M150 116l24 22-22 26-24-22z', { fill: f.full }),
    path('M150 116l2 48 22-26z', { fill: a.full }),
    line('M151 164q-8 10 2 16', a.full, 2.4),
    line('M148 142Q180 214 120 204', 'cover-paper', 1.8),
    line('M8 236L192 178', 'cover-ink', 8),
    ...turned(
      [
        box(62, 178, 76, 60, a.full, 4),
        ...range(8).map((i) => line(`M${66 + i * 9.6} 180l-3 56`, i % 2 ? a.pale : a.deep, 2.6)),
        box(50, 162, 14, 92, f.full, 7),
        box(136, 162, 14, 92, f.full, 7),
        box(54, 172, 4, 72, f.deep),
        box(140, 172, 4, 72, f.deep),
      ],
      -17,
      100,
      208,
    ),
    ...[
      [36, 150, 2],
      [24, 178, 3],
      [60, 136, 2],
    ].map(([x = 0, y = 0, r = 2]) =>
      path(`M${x} ${y - r * 2}l${r} ${r * 2}-${r} ${r * 2}-${r}-${r * 2}z`, { fill: g.pale }),
    ),
  ],
  foot: 'title',
  isOpen: true,
});

export const conch = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    path('M-90 176q24-14 48 0t48 0 48 0 48 0 48 0 48 0 48 0 48 0v80H-90z', { fill: g.deep }),
    line('M-66 196q16-8 32 0M-8 214q16-8 32 0M168 192q16-8 32 0M196 214q16-8 32 0', g.pale, 2.4),
    path('M-90 250q90-26 190-12t190 0v62H-90z', { fill: f.full }),
    ...turned(
      [
        path('M96 126q52 10 58 58 2 44-44 72-26 8-34-4 10-10-2-34-16-36-4-62 8-24 26-30z', {
          fill: 'cover-paper',
        }),
        path('M112 176q38-6 40 20-2 32-40 58-20 8-30 0 18-14 14-40 0-26 16-38z', { fill: a.full }),
        path('M120 188q22-2 22 14-4 24-30 40-8 4-14 2 14-16 12-34 0-14 10-22z', { fill: a.deep }),
        line('M74 168q36 10 70-22M78 148q26 6 48-12M88 134q12 4 24-4', f.deep, 3),
        circle(97, 126, 5, { fill: a.full }),
      ],
      14,
      100,
      196,
    ),
    ...[24, 46, 172].map((x, i) => circle(x, 262 - i * 4, 2.6, { fill: f.deep })),
  ],
  foot: f.on,
});

export const jasmine = ({ g, f, a }: Inks): CoverDrawing => {
  const strand = (x: number, width: number, drop: number, count: number) =>
    range(count).flatMap((i) => {
      const t = i / (count - 1);
      const [cx, cy] = [x + width * t, 128 + drop * 4 * t * (1 - t)];
      const tilt = (t - 0.5) * -70;
      return [
        path(
          `M${cx} ${cy}q-8-3-8-10 6-1 8 4 2-5 8-4 0 7-8 10zM${cx} ${cy}q-7 4-6 10 5 0 6-4 1 4 6 4 1-6-6-10z`,
          {
            fill: 'cover-paper',
            transform: [['rotate', tilt, cx, cy]],
          },
        ),
        circle(cx, cy, 2, { fill: i % 4 === 2 ? a.full : f.full }),
      ];
    });
  return {
    art: [
      box(-90, 118, 380, 7, a.full, 3),
      ...strand(-86, 84, 58, 15),
      ...strand(202, 84, 58, 15),
      ...strand(8, 184, 96, 28),
      ...strand(34, 132, 62, 19),
      ...strand(58, 84, 28, 12),
      floor(260, f.full),
      path('M62 240h76l-10 24H72z', { fill: a.full }),
      box(56, 236, 88, 7, a.deep, 3),
      line('M68 250h64M70 257h60', g.pale, 2, { strokeDasharray: [6, 5], hasRoundCaps: false }),
    ],
    foot: f.on,
  };
};

export const kolam = ({ g, f, a }: Inks): CoverDrawing => {
  const dots = range(25)
    .map((i) => [(i % 5) - 2, Math.floor(i / 5) - 2] as const)
    .filter(([column, row]) => Math.abs(column) + Math.abs(row) <= 2);
  const step = 29;
  return {
    art: [
      ...[-150, 150].flatMap((aside) =>
        dots
          .filter(([column, row]) => Math.abs(column) + Math.abs(row) <= 1)
          .map(([column, row]) =>
            circle(100 + aside + column * 22, 192 + row * 22, 15.6, { stroke: f.full, strokeWidth: 2.6 }),
          ),
      ),
      ...range(4).map((i) =>
        path('M100 114q15 12 0 27-15-15 0-27z', { fill: a.full, transform: [['rotate', i * 90, 100, 192]] }),
      ),
      ...dots.map(([column, row]) =>
        circle(100 + column * step * 0.86, 192 + row * step * 0.86, step * 0.61, {
          stroke: 'cover-paper',
          strokeWidth: 3,
        }),
      ),
      ...dots.map(([column, row]) =>
        circle(100 + column * step * 0.86, 192 + row * step * 0.86, 3.6, { fill: f.full }),
      ),
      ...range(4).map((i) =>
        circle(100, 262, 4, { fill: g.pale, transform: [['rotate', 45 + i * 90, 100, 192]] }),
      ),
    ],
    foot: 'title',
  };
};
