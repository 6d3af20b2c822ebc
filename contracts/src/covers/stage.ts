/** Motifs of people together: a cinema, a crown, a drum, a game, a ward at night. */
import { box, type CoverDrawing, circle, ellipse, floor, type Inks, line, path, range } from './shapes.ts';

export const projector = ({ f, a }: Inks): CoverDrawing => ({
  art: [
    path('M98 176L290 112v128L98 200z', { fill: a.pale }),
    path('M98 180L290 140v70L98 196z', { fill: 'cover-paper' }),
    circle(40, 142, 23, { fill: a.full }),
    circle(82, 150, 16, { fill: a.full }),
    circle(40, 142, 6, { fill: f.deep }),
    circle(82, 150, 5, { fill: f.deep }),
    ...range(5).map((i) =>
      circle(40 + 14 * Math.cos(i * 1.257), 142 + 14 * Math.sin(i * 1.257), 4, { fill: f.deep }),
    ),
    box(14, 166, 76, 46, f.full, 6),
    box(88, 178, 14, 20, 'cover-ink', 3),
    box(24, 176, 28, 26, f.deep, 3),
    circle(70, 190, 7, { fill: a.full }),
    line('M34 212l-12 52M70 212l12 52', 'cover-ink', 5),
    ...[-64, -26, 112, 148, 184, 222, 258].map((x, i) =>
      path(`M${x - 17} 270q0-24 17-24t17 24zM${x} ${222}a11 11 0 1 1-.1 22 11 11 0 0 1 .1-22z`, {
        fill: i === 3 ? f.full : 'cover-ink',
      }),
    ),
    floor(264, 'cover-ink'),
  ],
  foot: 'cover-paper',
});

export const crown = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    ellipse(100, 196, 76, 74, { fill: f.full }),
    ellipse(100, 196, 66, 64, { fill: g.deep }),
    path('M60 262q4-22 40-22t40 22z', { fill: a.full }),
    path('M72 184q0-10 28-10t28 10q4 42-16 58-12 8-24 0-20-16-16-58z', { fill: 'gulmohar-pale' }),
    path('M100 174q28 0 28 10 4 42-16 58-6 4-12 4z', { fill: a.full }),
    path('M56 182q-6-40 12-46l10 14 10-28 12-8 12 8 10 28 10-14q18 6 12 46-44-18-88 0z', { fill: 'haldi' }),
    path('M60 184q40-18 80 0v-10q-40-18-80 0z', { fill: 'haldi-deep' }),
    circle(100, 146, 8, { fill: a.full }),
    circle(74, 160, 4.4, { fill: f.full }),
    circle(126, 160, 4.4, { fill: f.full }),
    path('M80 200q8-8 15 0-7 6-15 0z', { fill: 'cover-ink' }),
    path('M105 200q8-8 15 0-7 6-15 0z', { fill: 'cover-paper' }),
    line('M79 191q8-6 16-2', 'cover-ink', 2.6),
    line('M105 189q8-4 16 2', 'cover-paper', 2.6),
    path('M90 224q10-6 20 0-10 9-20 0z', { fill: 'anaar' }),
    circle(100, 190, 3, { fill: 'anaar' }),
    line('M100 200v12', 'cover-ink', 1.8),
    circle(66, 208, 5, { fill: 'haldi' }),
    circle(134, 208, 5, { fill: 'haldi' }),
    box(92, 266, 16, 8, f.full),
  ],
  isOpen: true,
});

export const dholak = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    floor(262, a.full),
    path('M46 154q54-26 108 0v88q-54 26-108 0z', { fill: f.full }),
    path('M46 154q54-26 108 0v7q-54-26-108 0zM46 235q54 26 108 0v7q-54 26-108 0z', { fill: f.deep }),
    line('M50 158l18 72 16-82 16 96 16-96 16 82 18-72', 'cover-paper', 3),
    ...[68, 100, 132].map((x) => circle(x, 214, 4.4, { fill: a.full })),
    ellipse(46, 198, 17, 45, { fill: a.full }),
    ellipse(46, 198, 12, 36, { fill: 'cover-paper' }),
    ellipse(46, 198, 6, 17, { fill: 'cover-ink' }),
    ellipse(154, 198, 17, 45, { fill: a.full }),
    ellipse(154, 198, 12, 36, { fill: 'cover-paper' }),
    line('M186 164q10 34 0 68M198 152q16 46 0 92M14 164q-10 34 0 68M2 152q-16 46 0 92', g.on, 2.6, {
      opacity: 0.65,
    }),
  ],
  foot: a.on,
});

export const kabaddi = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    circle(100, 220, 74, { fill: a.full }),
    floor(220, a.deep),
    line('M-90 244h380M100 220l-7 42', 'cover-paper', 3),
    line('M-64 184q-14 16-28 20M-64 184q18 14 34 2M8 186l-38 0M8 186l38 0', 'cover-ink', 5),
    ...[-64, -30, 8, 46].flatMap((x, i) => [
      path(`M${x - 13} 240l6-58q7-8 14 0l6 58-9 0-4-24-4 24z`, { fill: i % 2 ? f.deep : f.full }),
      circle(x, 166, 8, { fill: 'cover-ink' }),
      circle(x - 6, 160, 4, { fill: 'cover-ink' }),
    ]),
    line('M-30 186l-34-2M46 188q16-10 24-2', 'cover-ink', 5),
    path('M128 240l14-26-6-30q10-10 20 0l2 26 22 30-10 2-18-22-12 24z', { fill: 'cover-paper' }),
    path('M134 204l26-8 2 16-30 6z', { fill: f.full }),
    line('M140 186l-34 10M152 186l28-16', 'cover-ink', 5),
    circle(140, 166, 9, { fill: 'cover-ink' }),
    path('M146 164q16-4 18 10-12 2-18-4z', { fill: 'cover-ink' }),
  ],
  foot: g.dark ? 'cover-paper' : a.onDeep,
});

export const ward = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    box(18, 118, 62, 76, 'neel-deep', 3),
    circle(54, 144, 14, { fill: a.full }),
    circle(60, 139, 12, { fill: 'neel-deep' }),
    line('M49 118v76M18 156h62', 'cover-paper', 3),
    floor(258, f.full),
    box(-90, 222, 170, 10, 'cover-paper', 4),
    path('M-90 222v-12q40-22 80-6t62 2 26 16z', { fill: a.full }),
    circle(74, 208, 10, { fill: 'cover-ink' }),
    box(64, 214, 32, 10, 'cover-paper', 5),
    line('M90 190v70M96 222h-20', f.deep, 5),
    path('M118 260q-4-70 22-72 26 2 22 72z', { fill: 'cover-paper' }),
    circle(140, 172, 13, { fill: 'cover-ink' }),
    path('M126 166l4-13h20l4 13q-14-6-28 0z', { fill: 'cover-paper' }),
    box(126, 214, 28, 4, f.full),
    line('M126 204q-14 8-24 2', 'cover-paper', 6),
    path('M92 194h11l-2 16h-7z', { fill: g.pale }),
    line('M186 196v64', 'cover-ink', 4),
    path('M172 200l6-20h16l6 20z', { fill: a.full }),
  ],
  foot: f.on,
});
