/** Motifs of journeys: a bus at night, a tram, roads home, the window of a sleeper, a suitcase, a pylon. */
import { box, type CoverDrawing, circle, floor, type Inks, line, path, range } from './shapes.ts';

export const bus = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    circle(166, 134, 13, { fill: f.pale }),
    circle(172, 130, 12, { fill: g.full }),
    floor(262, 'cover-ink'),
    box(56, 244, 22, 22, 'cover-ink', 5),
    box(122, 244, 22, 22, 'cover-ink', 5),
    line('M44 166H30v18M156 166h14v18', 'cover-ink', 3),
    box(25, 182, 10, 22, 'cover-ink', 4),
    box(165, 182, 10, 22, 'cover-ink', 4),
    box(42, 126, 116, 124, f.full, 16),
    path('M58 126h84a16 16 0 0 1 16 16v6H42v-6a16 16 0 0 1 16-16z', { fill: a.full }),
    box(64, 131, 72, 13, 'cover-ink', 3),
    line('M71 137.500h22M99 137.500h12M117 137.500h12', f.pale, 3.4),
    box(52, 155, 96, 46, 'cover-ink', 7),
    path('M63 201q0-19 13-19t13 19zM76 164a8 8 0 1 1-.1 16 8 8 0 0 1 .1-16z', { fill: f.deep }),
    path('M112 201q0-15 11-15t11 15zM123 171a7 7 0 1 1-.1 14 7 7 0 0 1 .1-14z', { fill: a.pale }),
    line('M100 155v46', f.full, 3),
    ...range(9).map((i) =>
      circle(56 + i * 11, 158 + Math.sin((i / 8) * Math.PI) * 9, 3.2, { fill: 'cover-paper' }),
    ),
    box(42, 209, 116, 7, a.full),
    line('M84 225h32M84 232h32', f.deep, 3),
    circle(62, 229, 9, { fill: 'cover-paper' }),
    circle(138, 229, 9, { fill: 'cover-paper' }),
    box(38, 242, 124, 9, a.deep, 4),
  ],
  foot: 'cover-paper',
});

export const tram = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    line('M-90 126h380', g.on, 1.6, { opacity: 0.75 }),
    line('M112 158l44-32', g.on, 3),
    box(34, 150, 132, 12, f.deep, 6),
    box(12, 160, 176, 78, f.full, 12),
    path('M12 204h176v22a12 12 0 0 1-12 12H24a12 12 0 0 1-12-12z', { fill: a.full }),
    box(12, 200, 176, 5, 'cover-paper'),
    ...range(5).map((i) => box(26 + i * 31, 170, 24, 26, i === 3 ? f.pale : 'cover-ink', 3)),
    path('M123 196q0-15 8-15t8 15zM131 172.500a4.800 4.800 0 1 1-.1 9.600 4.800 4.800 0 0 1 .1-9.600z', {
      fill: 'cover-ink',
    }),
    circle(20, 219, 5, { fill: 'cover-paper' }),
    circle(180, 219, 5, { fill: 'cover-paper' }),
    box(34, 238, 50, 7, 'cover-ink', 3),
    box(116, 238, 50, 7, 'cover-ink', 3),
    ...[44, 74, 126, 156].map((x) => circle(x, 247, 8, { fill: 'cover-ink' })),
    floor(255, g.deep),
    box(-90, 255, 380, 4, 'cover-ink'),
    path('M30 130l24-8 7 19-24 8z', { fill: 'cover-paper' }),
    line('M30 130l16 4 8-12', a.full, 1.8),
  ],
  foot: g.onDeep,
});

export const tracks = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    ...range(7).map((i) => {
      const x = -66 + i * 55.3;
      return path(`M99 172L${x - 11} 300h22L101 172z`, {
        fill: ([a.full, f.full, 'cover-paper'] as const)[i % 3] ?? f.full,
      });
    }),
    circle(100, 156, 38, { fill: g.full }),
    path('M72 146l28-25 28 25v36H72z', { fill: f.full }),
    path('M64 150l36-33 36 33-5 6-31-28-31 28z', { fill: a.full }),
    box(80, 153, 15, 15, 'haldi-pale'),
    box(103, 153, 17, 29, a.full),
    line('M87.500 153v15M80 160.500h15', a.full, 1.6),
  ],
});

export const sleeper = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    box(24, 122, 152, 126, f.full, 26),
    box(34, 132, 132, 106, a.deep, 18),
    circle(128, 160, 15, { fill: f.pale }),
    circle(134, 155, 13, { fill: a.deep }),
    path('M34 212q22-26 44-10t40-8 48 6v20a18 18 0 0 1-18 18H52a18 18 0 0 1-18-18z', { fill: a.full }),
    path('M92 238l8-26h6l14 26z', { fill: 'cover-ink' }),
    line('M103 218v5M105 229v6', f.pale, 2),
    path('M34 150a18 18 0 0 1 18-18h22q-4 62-16 106h-6a18 18 0 0 1-18-18z', { fill: g.pale }),
    line('M46 135q2 60-4 96M59 133q0 56-9 104', f.deep, 2),
    floor(248, f.deep),
    box(104, 214, 52, 36, 'cover-paper', 2),
    box(100, 209, 60, 10, g.pale, 2),
    box(126, 209, 8, 41, a.full),
    path('M130 209q-18-4-12-13t12 13q0-22 12-14t-12 14z', { fill: a.full }),
  ],
  foot: f.onDeep,
});

export const suitcase = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    floor(254, a.full),
    line('M80 160v-14q0-8 8-8h24q8 0 8 8v14', 'cover-ink', 7),
    box(28, 156, 144, 100, f.full, 12),
    box(28, 196, 144, 5, f.deep),
    box(48, 156, 16, 100, a.full),
    box(136, 156, 16, 100, a.full),
    box(46, 190, 20, 17, 'cover-paper', 3),
    box(134, 190, 20, 17, 'cover-paper', 3),
    path('M28 168a12 12 0 0 1 12-12h8q-2 18-20 20zM172 168a12 12 0 0 0-12-12h-8q2 18 20 20z', {
      fill: f.deep,
    }),
    circle(88, 226, 15, { fill: 'cover-paper' }),
    path('M78 226a10 10 0 0 1 20 0z', { fill: g.full }),
    path('M104 168h24v16h-24z', { fill: g.pale }),
    line('M108 173h16M108 179h10', 'cover-ink', 2),
    line('M112 150q24 2 26 16', 'cover-ink', 1.6),
    path('M132 166l14-4 6 22-14 4z', { fill: 'cover-paper' }),
    circle(139, 168, 2, { fill: 'cover-ink' }),
  ],
  foot: a.on,
  isOpen: true,
});

export const pylon = ({ g, f, a }: Inks): CoverDrawing => ({
  art: [
    circle(100, 206, 62, { fill: f.full }),
    line(
      'M-90 160Q10 184 66 150M134 150Q190 184 290 160M-90 192Q10 214 58 182M142 182Q200 214 290 192',
      g.on,
      1.6,
    ),
    line('M72 266L96 118h8l24 148M60 150h80M52 182h96', 'cover-ink', 4),
    line(
      'M74 254L120 222 84 196 113 178 90 152 107 134M126 254L80 222 116 196 87 178 110 152 93 134M66 150l32-14 36 14M58 182l40-14 44 14',
      'cover-ink',
      2,
    ),
    line('M66 150v6M134 150v6M58 182v7M142 182v7', 'cover-ink', 4),
    path('M90 186q14 14 24 38', { stroke: a.full, strokeWidth: 2.4 }),
    path('M80 190q0-20 8-20t8 20zM88 158a6 6 0 1 1-.1 12 6 6 0 0 1 .1-12z', { fill: a.full }),
    path('M108 244q0-20 8-20t8 20zM116 212a6 6 0 1 1-.1 12 6 6 0 0 1 .1-12z', { fill: a.full }),
    floor(264, a.full),
  ],
  foot: a.on,
});
