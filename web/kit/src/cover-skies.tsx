/** Motifs of weather and water: moon, monsoon, sun, a sunset on a lake, a boat. */
import { type Drawing, type Inks, range, TITLE_INK } from './cover-inks.ts';

export const moon = ({ g, f, a }: Inks): Drawing => ({
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

export const monsoon = ({ g, f, a }: Inks): Drawing => ({
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

export const sun = ({ f, a, g }: Inks): Drawing => ({
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

export const ripples = ({ g, f }: Inks): Drawing => ({
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

export const boat = ({ f, a }: Inks): Drawing => ({
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
