/** Motifs of objects: kites, a kurta with buttons, leaves, thread, a ledger. */
import { type Drawing, type Inks, range, TITLE_INK } from './cover-inks.ts';

export const kite = ({ g, f, a }: Inks): Drawing => ({
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

export const buttons = ({ f, a, g }: Inks): Drawing => ({
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

export const leaves = ({ f, a }: Inks): Drawing => ({
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

export const thread = ({ g, f, a }: Inks): Drawing => ({
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

export const ledger = ({ f, a, g }: Inks): Drawing => ({
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
