/** Motifs with buildings: windows of a chawl, a local train, a balcony, stairs, a lamp on a desk. */
import { type CoverDrawing, type CoverShape, circle, type Inks, path, range } from './shapes.ts';
import type { CoverColor } from './tones.ts';

const person = (x: number, floor: number, tall: number, fill: CoverColor): CoverShape =>
  path(
    `M${x - 14} ${floor}q0-${tall * 0.62} 14-${tall * 0.62}t14 ${tall * 0.62}zM${x} ${floor - tall}a7.5 7.5 0 1 1-.1 15 7.5 7.5 0 0 1 .1-15z`,
    { fill },
  );

export const windows = ({ g, f, a, seed }: Inks): CoverDrawing => ({
  art: [
    path('M0 118h200v182H0z', { fill: f.full }),
    path('M0 118h200v9H0zM0 292h200v8H0z', { fill: a.full }),
    path('M0 206h200v11H0z', { fill: g.full }),
    ...range(8).flatMap((i) => {
      const x = 13 + (i % 4) * 45;
      const y = i < 4 ? 138 : 226;
      const isLit = ((seed >>> (i * 3)) & 7) > 1;
      if (i === 6)
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
    path('M0 122h200', { stroke: g.on, strokeWidth: 1.5, opacity: 0.7 }),
    path('M58 142l20-19 20 19M70 122h16', { stroke: g.on, strokeWidth: 2.4 }),
    path('M-10 142h220v92H-10z', { fill: f.full }),
    path('M-10 142h220v9H-10z', { fill: f.deep }),
    path('M-10 206h220v10H-10z', { fill: a.full }),
    path('M10 162h30v30H10zM50 162h30v30H50zM146 162h30v30h-30zM186 162h30v30h-30z', { fill: 'cover-ink' }),
    path('M92 156h44v78H92z', { fill: 'cover-ink' }),
    path('M10 172h30M10 182h30M50 172h30M50 182h30M146 172h30M146 182h30M186 172h20M186 182h20', {
      stroke: f.full,
      strokeWidth: 2,
    }),
    person(106, 234, 58, g.full),
    person(122, 234, 66, a.pale),
    path('M114 156v78', { stroke: f.full, strokeWidth: 2.4 }),
    ...[34, 62, 160, 188].map((x) => circle(x, 240, 9, { fill: 'cover-ink' })),
    path('M0 249h200v4H0z', { fill: 'cover-ink' }),
    path(
      range(9)
        .map((i) => `M${i * 24} 253v7`)
        .join(''),
      { stroke: 'cover-ink', strokeWidth: 5 },
    ),
  ],
  foot: 'title',
});

export const balcony = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    circle(134, 152, 42, { fill: g.pale }),
    path('M0 130q100 26 200 4', { stroke: a.full, strokeWidth: 2 }),
    path('M26 136l34 5-4 46-32-5zM72 143l26 3-2 34-26-3z', { fill: f.full }),
    path('M108 146h38v52h-38z', { fill: 'neel', opacity: 0.62, isMultiplied: true }),
    path('M156 142l26-3 4 30-26 4z', { fill: a.full }),
    path('M0 212h200v7H0z', { fill: 'cover-ink' }),
    path(
      range(12)
        .map((i) => `M${6 + i * 17} 219h5v43h-5z`)
        .join(''),
      { fill: 'cover-ink' },
    ),
    path('M0 260h200v40H0z', { fill: g.deep }),
  ],
  foot: g.onDeep,
});

export const stairs = ({ f, a, g }: Inks): CoverDrawing => ({
  art: [
    circle(58, 168, 34, { fill: a.full }),
    circle(58, 168, 20, { stroke: g.full, strokeWidth: 2.4 }),
    path('M0 300v-34h40v-28h40v-28h40v-28h40v-28h40v146z', { fill: f.full }),
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
    path('M0 262h200v38H0z', { fill: a.full }),
  ],
  foot: a.on,
});
