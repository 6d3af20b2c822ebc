/** Motifs of rooms: a key, a lamp in a window, a radio, two clocks, a telephone, a lift, a swing. */
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

export const key = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    circle(100, 126, 5, { fill: 'cover-paper' }),
    line('M100 126q-14 14-8 30M100 126q12 14 4 30', a.full, 3),
    ...turned(
      [
        circle(100, 170, 23, { stroke: f.full, strokeWidth: 12 }),
        circle(100, 147, 7, { fill: f.full }),
        circle(77, 170, 7, { fill: f.full }),
        circle(123, 170, 7, { fill: f.full }),
        box(93, 192, 14, 70, f.full, 4),
        box(88, 198, 24, 6, f.deep, 2),
        path('M107 226h22v10h-8v6h8v12h-22z', { fill: f.full }),
      ],
      -12,
      100,
      150,
    ),
    ...turned(
      [
        path('M58 158l30-4 4 30-28 6-10-14z', { fill: 'cover-paper' }),
        circle(63, 172, 3, { fill: g.full }),
        line('M72 166l12-2M73 175l10-2', a.full, 2.4),
      ],
      6,
      90,
      160,
    ),
  ],
  foot: 'title',
  isOpen: true,
});

export const diya = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    path('M22 264V176q0-22 20-34 30-16 58-32 28 16 58 32 20 12 20 34v88z', { fill: a.full }),
    path('M42 264v-84q0-16 18-26 22-8 40-24 18 16 40 24 18 10 18 26v84z', { fill: g.deep }),
    line('M42 196h116M71 150v114M129 150v114', a.full, 2.6),
    ...[34, 54].map((r) => circle(100, 206, r, { fill: 'haldi', opacity: 0.2 })),
    path('M100 170q22 26 10 44-10 8-20 0-12-18 10-44z', { fill: f.full }),
    path('M100 190q9 13 4 23-4 4-8 0-5-10 4-23z', { fill: 'cover-paper' }),
    path('M54 224q46 10 92 0-4 32-46 32t-46-32z', { fill: 'gulmohar' }),
    ellipse(100, 224, 46, 7, { fill: 'gulmohar-deep' }),
    floor(256, f.full),
    box(-90, 256, 380, 5, f.deep),
  ],
  foot: f.on,
});

export const radio = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    line('M150 152l34-40', 'cover-ink', 3),
    circle(184, 112, 4, { fill: a.full }),
    floor(256, a.full),
    box(22, 148, 156, 108, f.full, 20),
    box(34, 160, 76, 84, f.deep, 12),
    ...range(7).map((i) => line(`M44 ${171 + i * 10.4}h56`, f.full, 3.4)),
    box(120, 162, 46, 38, 'cover-paper', 4),
    line('M126 172h34M126 181h34M126 190h34', f.deep, 2),
    line('M136 165v32', a.full, 3),
    ...[126, 143, 160].flatMap((x, i) => [
      circle(x, 226, i === 1 ? 10 : 7.5, { fill: 'cover-ink' }),
      line(`M${x} 226l${4 - i * 3}-5`, 'cover-paper', 2.2),
    ]),
    path(`M26 148h148l-4 9${'q-8.750 12-17.500 0'.repeat(8)}z`, { fill: 'cover-paper' }),
    ...range(8).map((i) => circle(39 + i * 17.4, 153, 2.6, { fill: g.full })),
    box(40, 256, 18, 6, 'cover-ink'),
    box(142, 256, 18, 6, 'cover-ink'),
  ],
  foot: a.on,
  isOpen: true,
});

const clock = (x: number, y: number, face: 'cover-paper' | 'cover-ink', rim: Inks['f'], hands: string) => [
  circle(x, y, 43, { fill: rim.full }),
  circle(x, y, 35, { fill: face }),
  ...range(12).map((i) =>
    path(`M${x - 1.4} ${y - 32}h2.800v${i % 3 === 0 ? 8 : 4}h-2.800z`, {
      fill: face === 'cover-ink' ? 'cover-paper' : 'cover-ink',
      transform: [['rotate', i * 30, x, y]],
    }),
  ),
  line(`M${x} ${y}${hands}`, face === 'cover-ink' ? 'cover-paper' : 'cover-ink', 4.4),
  circle(x, y, 4, { fill: rim.full }),
];
export const clocks = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    line('M58 214q-26 26 0 40t30-6 22-2 14 18 26-2-2-32', g.pale, 3),
    ...clock(60, 164, 'cover-ink', f, 'V138M60 164V144'),
    ...clock(140, 202, 'cover-paper', a, 'V176M140 202l-15-12'),
    circle(168, 132, 11, { fill: a.full }),
    path('M22 214a10 10 0 1 0 12 12 9 9 0 0 1-12-12z', { fill: f.full }),
  ],
  foot: 'title',
  isOpen: true,
});

export const telephone = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    floor(256, a.full),
    path('M66 176h68q8 0 14 12l24 62q2 8-6 8H34q-8 0-6-8l24-62q6-12 14-12z', { fill: f.full }),
    box(70, 164, 16, 16, f.deep),
    box(114, 164, 16, 16, f.deep),
    path('M16 164q0-38 84-38t84 38v8q0 6-6 6h-30q-6 0-6-6v-9q-42-7-84 0v9q0 6-6 6H22q-6 0-6-6z', {
      fill: f.full,
    }),
    path('M16 164q0-38 84-38t84 38q-6-24-84-24t-84 24z', { fill: f.deep }),
    circle(100, 214, 35, { fill: 'cover-paper' }),
    ...range(10).map((i) => {
      const angle = (i * 30 + 130) * (Math.PI / 180);
      return circle(100 + 25 * Math.cos(angle), 214 + 25 * Math.sin(angle), 5, { fill: a.full });
    }),
    circle(100, 214, 13, { fill: g.full }),
    line('M94 214q3-6 6 0t6 0', 'cover-ink', 2.4),
    line('M160 250q22-4 16 6t6 10 18-6 90 0', 'cover-ink', 3),
  ],
  foot: a.on,
  isOpen: true,
});

export const lift = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    box(56, 112, 88, 154, g.deep),
    box(-90, 156, 146, 9, a.full),
    box(144, 156, 146, 9, a.full),
    box(-90, 240, 146, 9, a.full),
    box(144, 240, 146, 9, a.full),
    line('M92 112v60M108 112v60', 'cover-ink', 2),
    box(62, 172, 76, 82, f.full, 3),
    box(70, 182, 60, 66, f.pale),
    path('M86 248q0-34 14-34t14 34zM100 194a9 9 0 1 1-.1 18 9 9 0 0 1 .1-18z', { fill: a.full }),
    line('M70 182l60 66M130 182l-60 66M85 182v66M115 182v66', f.deep, 2),
    path('M110 112q2 20 14 20t14-20z', { fill: a.full }),
    circle(124, 139, 9.5, { fill: a.pale }),
    path('M114.500 138q9.500 12 19 0l3 22q-5-6-8-3t-6 2-6-1-5 2z', { fill: 'cover-ink' }),
    ...[18, 172].flatMap((x) => [
      box(x - 14, 188, 26, 52, g.deep, 2),
      circle(x + 6, 216, 2.4, { fill: f.full }),
    ]),
    floor(266, a.full),
  ],
  foot: a.on,
});

/** A swing as in a Tamil hall: a plank on four chains, worn where two people sit. */
export const swing = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    box(-90, 110, 380, 12, f.deep),
    ...[-44, 100, 244].map((x) => path(`M${x - 30} 246v-56q0-34 30-34t30 34v56z`, { fill: g.deep })),
    floor(246, a.full),
    line(
      'M-90 272h380M-60 246l-20 54M10 246l-10 54M70 246l-4 54M130 246l4 54M190 246l10 54M260 246l20 54',
      a.deep,
      2,
    ),
    ...[36, 52, 148, 164].map((x) =>
      line(`M${x} 122v94`, x % 3 ? 'cover-paper' : g.pale, 3.4, { strokeDasharray: [7, 4] }),
    ),
    path('M22 216h34q44 12 88 0h34v13H22z', { fill: f.full }),
    path('M22 225h156v5H22z', { fill: f.deep }),
    ...[30, 170].map((x) => circle(x, 222, 2.4, { fill: a.full })),
    ...[82, 118].map((x) => path(`M${x - 8} 200h16l-2 21h-12z`, { fill: 'cover-paper' })),
    ...[82, 118].map((x) => ellipse(x, 200, 8, 2.6, { fill: a.deep })),
    line('M82 194q-6-6 0-11t0-11M118 194q6-6 0-11t0-11', g.pale, 2.2),
    ellipse(100, 254, 66, 5, { fill: a.deep }),
  ],
  foot: a.on,
});
