/** Motifs of paper: letters in a cupboard, an affidavit, a case of type, a bundle of letters, a typewriter. */
import { box, type CoverDrawing, circle, floor, type Inks, line, path, range, turned } from './shapes.ts';

export const letters = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    floor(264, f.deep),
    box(26, 118, 148, 146, f.full, 4),
    box(20, 116, 160, 8, f.deep, 2),
    ...range(12).flatMap((i) => {
      const x = 35 + (i % 4) * 34;
      const y = 130 + Math.floor(i / 4) * 44;
      const cell = box(x, y, 28, 36, 'cover-ink');
      if (i === 6) return [cell];
      const fill = ([g.pale, 'cover-paper', a.full] as const)[i % 3] ?? g.pale;
      const lean = ((i * 7) % 5) * 3;
      return [
        cell,
        path(`M${x + 3} ${y + 36}l${lean / 2}-26h9l-${lean / 3} 26z`, { fill }),
        path(`M${x + 14} ${y + 36}v-${20 + lean}h5v${20 + lean}z`, { fill: 'cover-paper' }),
        path(`M${x + 20} ${y + 36}v-${29 - lean}h5v${29 - lean}z`, { fill: i % 2 ? a.full : g.pale }),
      ];
    }),
    ...turned(
      [
        box(96, 176, 52, 36, 'cover-paper', 2),
        line('M96 178l26 20 26-20', a.full, 2.4),
        box(134, 202, 9, 7, a.full),
      ],
      -14,
      122,
      194,
    ),
  ],
  foot: f.onDeep,
});

export const affidavit = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    ...turned(
      [
        path('M44 120h92l26 26v118H44z', { fill: 'cover-paper' }),
        path('M136 120l26 26h-26z', { fill: f.full }),
        box(44, 120, 92, 5, a.full),
        line('M60 144h56', 'cover-ink', 3),
        line('M60 166h74', 'cover-ink', 9, { opacity: 0.22 }),
        line('M56 170l84-9', a.full, 3.4),
        line('M60 190q6-12 12 0t12 0 12-2 12 2 14-3', 'cover-ink', 4.4),
        line('M60 210h86M60 222h70', f.deep, 2.4),
        circle(74, 242, 17, { fill: a.full }),
        circle(74, 242, 12.5, { stroke: 'cover-paper', strokeWidth: 2, strokeDasharray: [4, 3] }),
        path(
          'M74 233l2.700 6.300 6.300.5-4.900 4.300 1.600 6.500-5.700-3.400-5.700 3.400 1.600-6.500-4.900-4.300 6.300-.5z',
          { fill: 'cover-paper' },
        ),
      ],
      -5,
      100,
      192,
    ),
    ...turned(
      [
        box(34, 184, 15, 52, f.full, 3),
        box(34, 200, 15, 5, 'cover-ink'),
        path('M35 236h13l-5 16h-3z', { fill: g.pale }),
      ],
      0,
      42,
      210,
    ).map((shape) => ({
      ...shape,
      transform: [
        ['translate', 120, -12],
        ['rotate', 34, 42, 210],
      ] as const,
    })),
  ],
  foot: 'title',
  isOpen: true,
});

const CASE = [
  [30, 130, 22, 30],
  [55, 130, 22, 30],
  [80, 130, 40, 30],
  [123, 130, 22, 30],
  [148, 130, 22, 30],
  [30, 163, 34, 26],
  [67, 163, 22, 26],
  [92, 163, 22, 26],
  [117, 163, 53, 26],
  [30, 192, 22, 34],
  [55, 192, 46, 34],
  [104, 192, 31, 34],
  [138, 192, 32, 34],
  [30, 229, 47, 24],
  [80, 229, 22, 24],
  [105, 229, 22, 24],
  [130, 229, 40, 24],
] as const;
export const typecase = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    box(22, 122, 156, 140, f.full, 4),
    ...CASE.map(([x, y, width, height]) => box(x, y, width, height, f.deep)),
    ...CASE.flatMap(([x, y, width, height], i) =>
      range(Math.floor(width / 9)).flatMap((n) =>
        (i * 5 + n * 3) % 4 === 0
          ? []
          : [
              box(
                x + 2 + n * 9,
                y + height - 2 - 8 - ((i + n) % 3) * 5,
                6,
                8 + ((i + n) % 3) * 5,
                (i + n) % 5 === 1 ? g.pale : 'cover-ink',
              ),
            ],
      ),
    ),
    ...turned(
      [
        box(104, 176, 44, 58, 'cover-paper', 2),
        box(104, 220, 44, 5, a.full),
        line('M112 186h28M126 186v24M114 197q8-8 12 2t12 2-4 11', a.full, 5),
      ],
      12,
      126,
      204,
    ),
  ],
  foot: 'title',
  isOpen: true,
});

export const bundle = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    path('M-90 226L100 128l190 98v-18L100 111-90 208z', { fill: f.deep }),
    circle(100, 154, 13, { fill: f.full }),
    line('M100 141v26M87 154h26', f.deep, 3),
    floor(258, f.deep),
    ...turned([box(40, 222, 122, 15, g.pale, 2)], 2, 100, 230),
    ...turned(
      [
        box(38, 206, 122, 15, 'cover-paper', 2),
        line('M40 213h118', a.full, 4, { strokeDasharray: [7, 7], hasRoundCaps: false }),
      ],
      -2,
      100,
      214,
    ),
    box(42, 238, 118, 20, 'cover-paper', 2),
    line('M44 248h114', f.full, 5, { strokeDasharray: [8, 8], hasRoundCaps: false }),
    ...turned(
      [path('M36 176h128v30H36z', { fill: 'cover-paper' }), line('M37 177l63 22 63-22', f.full, 2.4)],
      1,
      100,
      190,
    ),
    box(94, 176, 12, 82, a.full),
    path('M100 182q-34 8-34-6t34 4q34-18 34-4t-34 6z', { fill: a.full }),
    line('M98 182l-16 16M102 182l16 15', a.full, 4),
    circle(100, 180, 6, { fill: a.deep }),
  ],
  foot: f.onDeep,
});

export const typewriter = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    floor(258, a.full),
    ...range(3).map((i) => box(60 + i * 5, 112 + i * 4, 84, 70, [g.pale, a.pale, g.deep][i] ?? a.pale)),
    box(52, 124, 86, 60, 'cover-paper'),
    line('M62 136h58M62 146h66M62 156h40', 'cover-ink', 3),
    line('M106 156h14', a.full, 3),
    box(22, 170, 156, 16, 'cover-ink', 8),
    box(12, 172, 14, 12, f.full, 4),
    box(174, 172, 14, 12, f.full, 4),
    line('M24 172l-12-14', 'cover-ink', 4),
    path('M40 186h120l8 30 14 44H18l14-44z', { fill: f.full }),
    path('M62 186h76l6 18H56z', { fill: 'cover-ink' }),
    line('M74 202l18-14M86 202l9-14M100 202v-14M114 202l-9-14M126 202l-18-14', f.full, 2),
    ...range(3).flatMap((row) =>
      range(8).map((i) =>
        circle(46.5 - row * 4 + i * (15.4 + row * 1.2), 217 + row * 13, 5.4, {
          fill: row === 1 && i === 2 ? a.full : 'cover-paper',
        }),
      ),
    ),
    box(60, 252, 80, 6, 'cover-paper', 3),
  ],
  foot: a.on,
});
