/** Motifs with buildings: windows of a chawl, a local train, a balcony, stairs, a lamp on a desk. */
import { type CoverDrawing, circle, type Inks, path, person, range } from './shapes.ts';

export const windows = ({ g, f, a, seed }: Inks): CoverDrawing => ({
  art: [
    path('M-90 118h380v182H-90z', { fill: f.full }),
    path('M-90 118h380v9H-90zM-90 292h380v8H-90z', { fill: a.full }),
    path('M-90 206h380v11H-90z', { fill: g.full }),
    ...range(16).flatMap((i) => {
      const x = 13 + ((i % 8) - 2) * 45;
      const y = i < 8 ? 138 : 226;
      const isLit = ((seed >>> i) & 3) > 0;
      if (i === 12)
        return [
          path(`M${x} ${y}h39v66h-39z`, { fill: a.full }),
          path(`M${x + 27} ${y}h12v66h-12z`, { fill: g.full }),
        ];
      return [
        path(`M${x} ${y}h39v58h-39z`, { fill: isLit ? 'haldi-pale' : f.deep }),
        ...(isLit ? [person(x + 17 + ((seed >> i) & 5), y + 58, 36 + (i % 3) * 3, a.full)] : []),
        ...(isLit && i % 4 === 2 ? [person(x + 15, y + 58, 30, a.full)] : []),
        path(`M${x} ${y + 14}h39M${x} ${y + 28}h39`, { stroke: a.full, strokeWidth: 2.2 }),
      ];
    }),
  ],
});

export const train = ({ f, a, g }: Inks): CoverDrawing => ({
  art: [
    path('M-90 122h380', { stroke: g.on, strokeWidth: 1.5, opacity: 0.7 }),
    path('M58 142l20-19 20 19M70 122h16', { stroke: g.on, strokeWidth: 2.4 }),
    path('M-90 142h380v92H-90z', { fill: f.full }),
    path('M-90 142h380v9H-90z', { fill: f.deep }),
    path('M-90 206h380v10H-90z', { fill: a.full }),
    path([-70, -30, 10, 50, 146, 186, 226].map((x) => `M${x} 162h30v30h-30z`).join(''), {
      fill: 'cover-ink',
    }),
    path('M92 156h44v78H92z', { fill: 'cover-ink' }),
    path([-70, -30, 10, 50, 146, 186, 226].map((x) => `M${x} 172h30M${x} 182h30`).join(''), {
      stroke: f.full,
      strokeWidth: 2,
    }),
    person(106, 234, 58, g.full),
    person(122, 234, 66, a.pale),
    path('M114 156v78', { stroke: f.full, strokeWidth: 2.4 }),
    ...[-66, -38, 34, 62, 160, 188, 260].map((x) => circle(x, 240, 9, { fill: 'cover-ink' })),
    path('M-90 249h380v4H-90z', { fill: 'cover-ink' }),
    path(
      range(17)
        .map((i) => `M${i * 24 - 96} 253v7`)
        .join(''),
      { stroke: 'cover-ink', strokeWidth: 5 },
    ),
  ],
  foot: 'title',
});

export const balcony = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    circle(134, 152, 42, { fill: g.pale }),
    path('M-90 116Q100 168 290 122', { stroke: a.full, strokeWidth: 2 }),
    path('M26 136l34 5-4 46-32-5zM72 143l26 3-2 34-26-3z', { fill: f.full }),
    path('M108 146h38v52h-38z', { fill: 'neel', opacity: 0.62, isMultiplied: true }),
    path('M156 142l26-3 4 30-26 4z', { fill: a.full }),
    path('M-90 212h380v7H-90z', { fill: 'cover-ink' }),
    path(
      range(23)
        .map((i) => `M${6 + (i - 6) * 17} 219h5v43h-5z`)
        .join(''),
      { fill: 'cover-ink' },
    ),
    path('M-90 260h380v40H-90z', { fill: g.deep }),
  ],
  foot: g.onDeep,
});

export const stairs = ({ f, a, g }: Inks): CoverDrawing => ({
  art: [
    circle(58, 168, 34, { fill: a.full }),
    circle(58, 168, 20, { stroke: g.full, strokeWidth: 2.4 }),
    path('M-90 300v-34H40v-28h40v-28h40v-28h40v-28h130v174z', { fill: f.full }),
    path('M40 238h8v28h-8zM80 210h8v28h-8zM120 182h8v28h-8zM160 154h8v28h-8z', { fill: f.deep }),
    path('M172 118h24v36h-24z', { fill: a.full }),
    path('M184 118h12v36h-12z', { fill: f.deep }),
    path('M18 232L170 126M20 266v-34M60 238v-34M100 210v-34M140 182v-34', { stroke: f.deep, strokeWidth: 3 }),
  ],
  foot: f.on,
});

export const lamp = ({ f, a, g }: Inks): CoverDrawing => ({
  art: [
    path('M82 168h36l66 96H16z', { fill: f.full }),
    path('M88 168h24l30 96H58z', { fill: f.pale, opacity: 0.75 }),
    path('M100 112v28', { stroke: g.on, strokeWidth: 2.4 }),
    path('M86 138h28l22 32H64z', { fill: a.full }),
    circle(100, 172, 9, { fill: 'cover-paper' }),
    path('M100 250q-16-10-38-6v16q22-4 38 4 16-8 38-4v-16q-22-4-38 6z', { fill: 'cover-ink' }),
    path('M98 248q-14-8-32-5v12q18-3 32 5zM102 248q14-8 32-5v12q-18-3-32 5z', { fill: 'cover-paper' }),
    path('M-90 262h380v38H-90z', { fill: a.full }),
  ],
  foot: a.on,
  isOpen: true,
});
