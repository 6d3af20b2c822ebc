/** Motifs with buildings: windows of a chawl, a local train, a balcony, stairs, a lamp on a desk. */
import type { ReactNode } from 'react';
import { type Drawing, type Inks, range, TITLE_INK } from './cover-inks.ts';

const person = (x: number, floor: number, tall: number, ink: string): ReactNode => (
  <path
    key={`p${x}`}
    fill={ink}
    d={`M${x - 14} ${floor}q0-${tall * 0.62} 14-${tall * 0.62}t14 ${tall * 0.62}zM${x} ${floor - tall}a7.5 7.5 0 1 1-.1 15 7.5 7.5 0 0 1 .1-15z`}
  />
);

export const windows = ({ g, f, a, seed }: Inks): Drawing => ({
  art: (
    <>
      <path fill={f.full} d="M0 118h200v182H0z" />
      <path fill={a.full} d="M0 118h200v9H0zM0 292h200v8H0z" />
      <path fill={g.full} d="M0 206h200v11H0z" />
      {range(8).map((i) => {
        const x = 13 + (i % 4) * 45;
        const y = i < 4 ? 138 : 226;
        const lit = ((seed >>> (i * 3)) & 7) > 1;
        if (i === 6)
          return (
            <g key={i}>
              <path fill={a.full} d={`M${x} ${y}h39v66h-39z`} />
              <path fill={g.full} d={`M${x + 27} ${y}h12v66h-12z`} />
            </g>
          );
        return (
          <g key={i}>
            <path fill={lit ? 'var(--haldi-pale)' : f.deep} d={`M${x} ${y}h39v58h-39z`} />
            {lit && person(x + 17 + ((seed >> i) & 5), y + 58, 36 + (i % 3) * 3, a.full)}
            {lit && i % 4 === 2 && person(x + 15, y + 58, 30, a.full)}
            <path stroke={a.full} strokeWidth="2.2" d={`M${x} ${y + 14}h39M${x} ${y + 28}h39`} />
          </g>
        );
      })}
    </>
  ),
});

export const train = ({ f, a, g }: Inks): Drawing => ({
  art: (
    <>
      <path stroke={g.on} strokeWidth="1.5" d="M0 122h200" opacity=".7" />
      <path fill="none" stroke={g.on} strokeWidth="2.4" d="M58 142l20-19 20 19M70 122h16" />
      <path fill={f.full} d="M-10 142h220v92H-10z" />
      <path fill={f.deep} d="M-10 142h220v9H-10z" />
      <path fill={a.full} d="M-10 206h220v10H-10z" />
      <g fill="var(--cover-ink)">
        <path d="M10 162h30v30H10zM50 162h30v30H50zM146 162h30v30h-30zM186 162h30v30h-30z" />
        <path d="M92 156h44v78H92z" />
      </g>
      <g stroke={f.full} strokeWidth="2">
        <path d="M10 172h30M10 182h30M50 172h30M50 182h30M146 172h30M146 182h30M186 172h20M186 182h20" />
      </g>
      {person(106, 234, 58, g.full)}
      {person(122, 234, 66, a.pale)}
      <path stroke={f.full} strokeWidth="2.4" d="M114 156v78" />
      <g fill="var(--cover-ink)">
        <circle cx="34" cy="240" r="9" />
        <circle cx="62" cy="240" r="9" />
        <circle cx="160" cy="240" r="9" />
        <circle cx="188" cy="240" r="9" />
        <path d="M0 249h200v4H0z" />
      </g>
      <path
        stroke="var(--cover-ink)"
        strokeWidth="5"
        d={range(9)
          .map((i) => `M${i * 24} 253v7`)
          .join('')}
      />
    </>
  ),
  foot: TITLE_INK,
});

export const balcony = ({ g, f, a }: Inks): Drawing => ({
  art: (
    <>
      <circle cx="134" cy="152" r="42" fill={g.pale} />
      <path d="M0 130q100 26 200 4" fill="none" stroke={a.full} strokeWidth="2" />
      <path fill={f.full} d="M26 136l34 5-4 46-32-5zM72 143l26 3-2 34-26-3z" />
      <path fill="var(--neel)" opacity=".62" d="M108 146h38v52h-38z" style={{ mixBlendMode: 'multiply' }} />
      <path fill={a.full} d="M156 142l26-3 4 30-26 4z" />
      <path fill="var(--cover-ink)" d="M0 212h200v7H0z" />
      <path
        fill="var(--cover-ink)"
        d={range(12)
          .map((i) => `M${6 + i * 17} 219h5v43h-5z`)
          .join('')}
      />
      <path fill={g.deep} d="M0 260h200v40H0z" />
    </>
  ),
  foot: g.onDeep,
});

export const stairs = ({ f, a, g }: Inks): Drawing => ({
  art: (
    <>
      <circle cx="58" cy="168" r="34" fill={a.full} />
      <circle cx="58" cy="168" r="20" fill="none" stroke={g.full} strokeWidth="2.4" />
      <path fill={f.full} d="M0 300v-34h40v-28h40v-28h40v-28h40v-28h40v146z" />
      <path fill={f.deep} d="M40 238h8v28h-8zM80 210h8v28h-8zM120 182h8v28h-8zM160 154h8v28h-8z" />
      <path fill={a.full} d="M172 118h24v36h-24z" />
      <path fill={f.deep} d="M184 118h12v36h-12z" />
      <path
        stroke={f.deep}
        strokeWidth="3"
        d="M18 232L170 126M20 266v-34M60 238v-34M100 210v-34M140 182v-34"
      />
    </>
  ),
  foot: f.on,
});

export const lamp = ({ f, a, g }: Inks): Drawing => ({
  art: (
    <>
      <path fill={f.full} d="M82 168h36l66 96H16z" />
      <path fill={f.pale} d="M88 168h24l30 96H58z" opacity=".75" />
      <path stroke={g.on} strokeWidth="2.4" d="M100 112v28" />
      <path fill={a.full} d="M86 138h28l22 32H64z" />
      <circle cx="100" cy="172" r="9" fill="var(--cover-paper)" />
      <path fill="var(--cover-ink)" d="M100 250q-16-10-38-6v16q22-4 38 4 16-8 38-4v-16q-22-4-38 6z" />
      <path fill="var(--cover-paper)" d="M98 248q-14-8-32-5v12q18-3 32 5zM102 248q14-8 32-5v12q-18-3-32 5z" />
      <path fill={a.full} d="M0 262h200v38H0z" />
    </>
  ),
  foot: a.on,
});
