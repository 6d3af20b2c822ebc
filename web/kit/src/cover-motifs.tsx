import type { CoverMotif } from '@satrangi/contracts/pure';
import type { ReactNode } from 'react';
import type { Tone } from './cover-tone.ts';

/** What a motif draws with. `seed` varies details so that two covers of one motif are not twins. */
export type Inks = { readonly g: Tone; readonly f: Tone; readonly a: Tone; readonly seed: number };

/**
 * A drawing on a field of 200 × 300 that keeps the upper 115 for the title. `foot` is the ink of the author's name
 * on the calm strip at the bottom; without it the name stands under the title. Text never sits on art.
 */
export type Drawing = { readonly art: ReactNode; readonly foot?: string };

/** The ink of the title, for a foot of the bare ground. */
const TITLE_INK = 'var(--c-fg)';

const range = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i);

const person = (x: number, floor: number, tall: number, ink: string): ReactNode => (
  <path
    key={`p${x}`}
    fill={ink}
    d={`M${x - 14} ${floor}q0-${tall * 0.62} 14-${tall * 0.62}t14 ${tall * 0.62}zM${x} ${floor - tall}a7.5 7.5 0 1 1-.1 15 7.5 7.5 0 0 1 .1-15z`}
  />
);

const windows = ({ g, f, a, seed }: Inks): Drawing => ({
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

const moon = ({ g, f, a }: Inks): Drawing => ({
  art: (
    <>
      <circle cx="100" cy="188" r="66" fill={f.full} />
      <circle cx="134" cy="170" r="58" fill={g.full} />
      <circle cx="134" cy="170" r="40" fill="none" stroke={a.full} strokeWidth="3" />
      <circle cx="134" cy="170" r="22" fill={a.full} />
      <g fill={f.full}>
        <circle cx="20" cy="250" r="2.4" />
        <circle cx="174" cy="254" r="2" />
        <circle cx="184" cy="122" r="2" />
        <circle cx="22" cy="134" r="2" />
        <circle cx="186" cy="226" r="1.7" />
      </g>
    </>
  ),
  foot: TITLE_INK,
});

const monsoon = ({ g, f, a }: Inks): Drawing => ({
  art: (
    <>
      <circle cx="140" cy="196" r="74" fill={f.full} />
      <path fill={a.full} d="M0 214h200v86H0z" />
      <path fill={a.deep} d="M68.2 214A74 74 0 0 0 211.8 214z" />
      <path
        stroke={g.pale}
        strokeWidth="2.2"
        d={range(15)
          .map((i) => `M${18 * i - 30} 118l-36 146`)
          .join('')}
      />
      <path stroke={a.deep} strokeWidth="1.2" d="M0 228h200M0 242h200M0 256h200M34 214v52" />
      <path fill={a.full} d="M0 266h200v34H0z" />
    </>
  ),
  foot: a.on,
});

const kite = ({ g, f, a }: Inks): Drawing => ({
  art: (
    <>
      <path fill={f.full} d="M118 116l48 46-48 68-48-68z" />
      <path fill={a.full} d="M64 168l34 33-34 50-34-50z" style={{ mixBlendMode: 'multiply' }} />
      <path stroke={g.on} strokeWidth="1.2" d="M70 162h96M118 116v114M30 201h68M64 168v83" />
      <path
        fill="none"
        stroke={g.on}
        strokeWidth="1.6"
        d="M118 230q-6 34 34 44t60 40M64 251q30 14 62 8t44 22 42 30"
      />
      <path fill={f.full} d="M150 268l10 2-3 10zM168 278l9-4 2 10z" />
    </>
  ),
  foot: TITLE_INK,
});

const ripples = ({ g, f }: Inks): Drawing => ({
  art: (
    <>
      <circle cx="100" cy="172" r="46" fill={f.full} />
      <path fill={g.deep} d="M0 186h200v114H0z" />
      <g fill="none" stroke={g.pale} strokeWidth="3">
        {[16, 34, 54, 76, 100].map((rx) => (
          <ellipse key={rx} cx="100" cy="231" rx={rx} ry={rx * 0.36} />
        ))}
      </g>
      <path stroke={f.full} strokeWidth="5" d="M70 197h60M62 208h42M112 208h28M82 219h44" />
    </>
  ),
  foot: g.onDeep,
});

const boat = ({ f, a }: Inks): Drawing => ({
  art: (
    <>
      <path fill={f.full} d="M0 188q25-16 50 0t50 0 50 0 50 0v112H0z" />
      {range(4).map((i) => (
        <path
          key={i}
          fill={f.deep}
          opacity={0.35 + i * 0.2}
          d={`M0 ${212 + i * 22}q25-16 50 0t50 0 50 0 50 0V300H0z`}
        />
      ))}
      <path fill={a.full} d="M66 178h76l-15 17H80z" />
      <path fill="var(--cover-paper)" d="M102 176v-52l34 44z" />
      <path fill={a.full} d="M98 176v-36l-20 28z" />
    </>
  ),
  foot: f.onDeep,
});

const buttons = ({ f, a, g }: Inks): Drawing => ({
  art: (
    <>
      <path fill={f.full} d="M-10 300V176q22-36 80-52l30 46 30-46q58 16 80 52v124z" />
      <path fill={f.deep} d="M70 124l30 46-18 20-26-56zM130 124l-30 46 18 20 26-56zM90 176h20v124H90z" />
      <path fill="none" stroke={f.deep} strokeWidth="2" strokeDasharray="6 5" d="M38 300V196M162 300V196" />
      {[198, 230, 262].map((y) => (
        <g key={y}>
          <circle cx="100" cy={y} r="8" fill={a.full} />
          <path stroke={g.pale} strokeWidth="2" d={`M97 ${y}h6M100 ${y - 3}v6`} />
        </g>
      ))}
      <path fill={a.full} d="M128 214h38v34l-19 10-19-10z" />
      <path fill={f.full} d="M128 221h38v2h-38z" />
    </>
  ),
});

const train = ({ f, a, g }: Inks): Drawing => ({
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

const sun = ({ f, a, g }: Inks): Drawing => ({
  art: (
    <>
      <g fill={a.full}>
        {range(9).map((i) => (
          <path key={i} d="M96 236l1.500-116h5l1.500 116z" transform={`rotate(${i * 20 - 80} 100 236)`} />
        ))}
      </g>
      <circle cx="100" cy="236" r="66" fill={f.full} />
      <circle cx="100" cy="236" r="44" fill="none" stroke={g.full} strokeWidth="3" />
      <circle cx="100" cy="236" r="24" fill={g.full} />
      <path fill={a.full} d="M0 236h200v64H0z" />
      <path fill={a.deep} d="M0 236h28v-24h14v24h116v-16h22v16h20v8H0z" />
    </>
  ),
  foot: a.on,
});

const leaves = ({ f, a }: Inks): Drawing => ({
  art: (
    <>
      <path
        fill="none"
        stroke={f.deep}
        strokeWidth="3.5"
        d="M100 266Q94 190 106 124M52 266q-4-46 8-86M150 266q8-40-6-80"
      />
      {range(6).map((i) => {
        const y = 248 - i * 22;
        const left = i % 2 === 0;
        return (
          <path
            key={i}
            fill={left ? f.full : f.deep}
            d="M0 0Q10-26 46-26 42 4 0 0z"
            transform={`translate(${99 + i} ${y}) scale(${left ? -1 : 1} 1) rotate(-8)`}
          />
        );
      })}
      <g fill={f.full}>
        <path d="M54 226q-30-4-42-34 34-2 42 34zM57 204q20-12 20-42-26 12-20 42zM58 184q-14-8-14-30 18 8 14 30z" />
        <path d="M151 232q30-8 38-40-34 2-38 40zM150 210q-22-10-22-38 26 8 22 38zM146 190q12-10 10-30-18 8-10 30z" />
      </g>
      <g fill={a.full}>
        <circle cx="106" cy="124" r="7" />
        <circle cx="60" cy="178" r="5.5" />
        <circle cx="144" cy="184" r="5.500" />
        <path d="M0 264h200v36H0z" />
      </g>
      <path fill={a.deep} d="M0 258h200v8H0z" />
    </>
  ),
  foot: a.on,
});

const balcony = ({ g, f, a }: Inks): Drawing => ({
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

const thread = ({ g, f, a }: Inks): Drawing => ({
  art: (
    <>
      <path
        d="M-10 250C60 150 110 292 150 190S118 112 44 158"
        fill="none"
        stroke={a.full}
        strokeWidth="4"
        strokeDasharray="15 9"
        strokeLinecap="round"
      />
      <path stroke={a.full} strokeWidth="4" strokeLinecap="round" d="M44 158l-22 32" />
      <circle cx="142" cy="226" r="37" fill={f.full} />
      <circle cx="142" cy="226" r="27" fill="none" stroke={f.deep} strokeWidth="2" />
      <g fill={g.full}>
        <circle cx="131" cy="216" r="5" />
        <circle cx="153" cy="216" r="5" />
        <circle cx="131" cy="237" r="5" />
        <circle cx="153" cy="237" r="5" />
      </g>
    </>
  ),
  foot: TITLE_INK,
});

const lamp = ({ f, a, g }: Inks): Drawing => ({
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

const ledger = ({ f, a, g }: Inks): Drawing => ({
  art: (
    <g transform="rotate(-6 100 190)">
      <path fill={f.full} d="M34 122h136v140H34z" />
      <path fill={f.deep} d="M34 122h14v140H34z" />
      <path fill="var(--cover-paper)" d="M54 130h108v124H54z" />
      <path
        stroke={g.full}
        strokeWidth="1.6"
        opacity=".7"
        d={range(8)
          .map((i) => `M54 ${144 + i * 14}h108`)
          .join('')}
      />
      <path stroke={a.full} strokeWidth="2" d="M80 130v124" />
      <path
        stroke="var(--cover-ink)"
        strokeWidth="3.4"
        strokeLinecap="round"
        d="M88 140h44M88 154h58M88 168h30M88 182h52M88 196h40M88 210h56M60 140h10M60 154h10M60 168h12M60 182h9M60 196h12M60 210h10"
      />
      <path fill={a.full} d="M138 122h14v74l-7-9-7 9z" />
    </g>
  ),
  foot: TITLE_INK,
});

const stairs = ({ f, a, g }: Inks): Drawing => ({
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

const drawings: Record<CoverMotif, (inks: Inks) => Drawing> = {
  windows,
  moon,
  monsoon,
  kite,
  waves: (inks) => (inks.g.dark ? ripples(inks) : boat(inks)),
  buttons,
  train,
  sun,
  leaves,
  balcony,
  thread,
  lamp,
  ledger,
  stairs,
};

export const drawMotif = (motif: CoverMotif, inks: Inks): Drawing => drawings[motif](inks);
