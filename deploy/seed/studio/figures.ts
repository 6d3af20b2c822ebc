import { at, deep, eased, INK, type Inks, mix, PAPER, range, swing } from './inks.ts';

export type Look = { readonly shirt: string; readonly skin: string; readonly legs: string };

/** The two men of a scene: the one in the accent colour owns the umbrella, the other one is in white. */
export const owner = ({ a }: Inks): Look => ({ shirt: a, skin: '#8A5431', legs: mix(INK, a, 0.12) });
export const guest: Look = { shirt: PAPER, skin: '#B07748', legs: '#5A4A58' };

/** What a figure does: the stride from -1 to 1, the direction it faces, and the angle of its front arm. */
export type Pose = { readonly stride?: number; readonly faces?: 1 | -1; readonly arm?: number };

/** A figure with legs that walk, standing on `floor`. */
export const figure = (x: number, floor: number, tall: number, look: Look, pose: Pose = {}): string => {
  const { stride = 0, faces = 1, arm = 12 * stride } = pose;
  const size = tall / 100;
  const bob = Math.abs(stride) * 1.6;
  const turned = (angle: number): string => `rotate(${at(angle)} 0 ${at(-74 - bob)})`;
  const sleeve = `M0 ${at(-74 - bob)}v26`;
  const hand = `<circle cy="${at(-46 - bob)}" r="4" fill="${look.skin}"/>`;
  return `<g transform="translate(${at(x)} ${at(floor)}) scale(${(size * faces).toFixed(3)} ${size.toFixed(3)})">
<g fill="none" stroke-linecap="round"><g transform="${turned(-arm)}"><path stroke="${deep(look.shirt, 0.22)}" stroke-width="7" d="${sleeve}"/></g>
<path stroke="${look.legs}" stroke-width="8" d="M-2 -42L${at(-2 - 13 * stride)} -3h5M3 -42L${at(3 + 13 * stride)} -3h5"/></g>
<path fill="${look.shirt}" d="M-12 ${at(-77 - bob)}q12-8 24 0l5 45h-34z"/>
<path fill="${look.skin}" d="M-4 ${at(-86 - bob)}h8v9q-4 4-8 0z"/><circle cx="1" cy="${at(-91 - bob)}" r="9.5" fill="${look.skin}"/>
<path fill="${INK}" d="M-9.5 ${at(-89 - bob)}q-2-13 10-13 9 0 11 7-9 1-13 0-1 5-8 6z"/><circle cx="6" cy="${at(-90.5 - bob)}" r="1.2" fill="${INK}"/><path fill="none" stroke="${INK}" stroke-width="1.1" stroke-linecap="round" d="M3.4 ${at(-86 - bob)}q2.4 2 4.6-.3"/>
<g transform="${turned(arm)}"><path fill="none" stroke="${deep(look.shirt, 0.12)}" stroke-width="7" stroke-linecap="round" d="${sleeve}"/>${hand}</g></g>`;
};

/** An open umbrella whose stick ends in the origin; `size` 1 spans 168. */
export const umbrella = (x: number, y: number, size: number, fill: string, tilt = 0): string =>
  `<g transform="translate(${at(x)} ${at(y)}) rotate(${at(tilt)}) scale(${size.toFixed(3)})"><path fill="none" stroke="${INK}" stroke-width="4" stroke-linecap="round" d="M0-140V-4q0 9 8 7"/>
<path fill="${fill}" d="M-84-64q8-68 84-72 76 4 84 72-15-13-28 0-13-13-28 0-13-13-28 0-13-13-28 0-13-13-28 0-13-13-28 0z"/>
<path fill="${deep(fill, 0.16)}" d="M-28-64q2-52 28-72 26 20 28 72-13-13-28 0-15-13-28 0z"/><path stroke="${INK}" stroke-width="4" stroke-linecap="round" d="M0-142v-6"/></g>`;

/** A closed umbrella, its handle at the origin, hanging down. */
export const closedUmbrella = (x: number, y: number, size: number, fill: string, tilt = 0): string =>
  `<g transform="translate(${at(x)} ${at(y)}) rotate(${at(tilt)}) scale(${size.toFixed(3)})"><path fill="none" stroke="${INK}" stroke-width="4" stroke-linecap="round" d="M-9 3q0-10 9-10V92"/>
<path fill="${fill}" d="M-3 14h6q8 32 5 62l-7 12h-3l-7-12q-2-30 6-62z"/><path fill="none" stroke="${deep(fill)}" stroke-width="2" d="M-7 42q7 5 14 0M-1 16q-3 34-1 66"/></g>`;

/** Two under one umbrella, walking when `walks`; `tall` is the height of the owner. */
export const pair = (
  x: number,
  floor: number,
  tall: number,
  s: number,
  inks: Inks,
  { walks = true, tilt = 0, faces = 1 as 1 | -1, open = true } = {},
): string => {
  const stride = walks ? swing(s, 1.1) : 0;
  const step = { faces } as const;
  const top = floor - tall * 0.52 - Math.abs(stride) * 2;
  const held = open
    ? umbrella(x, top, tall / 122, inks.f, tilt + 1.5 * swing(s, 2.2))
    : closedUmbrella(x - tall * 0.38, floor - tall * 0.46, tall / 225, inks.f, 6 * stride);
  return `${figure(x + tall * 0.2, floor, tall * 0.94, guest, { ...step, stride: -stride })}${figure(x - tall * 0.2, floor, tall, owner(inks), { ...step, stride, ...(open ? { arm: faces > 0 ? -62 : 62 } : {}) })}${held}`;
};

/** Roofs against the sky, drawn three times as wide as the picture, moved by `shift`. */
export const skyline = (fill: string, floor: number, tall: number, shift: number): string => {
  const roofs = range(30)
    .map((i) => {
      const height = tall * (0.45 + ((i * 37) % 11) / 20);
      return `V${at(floor - height)}h${i % 4 === 2 ? 26 : 0}v${i % 4 === 2 ? -14 : 0}h${i % 4 === 2 ? 12 : 30}v${i % 4 === 2 ? 14 : 0}h26`;
    })
    .join('');
  return `<path fill="${fill}" transform="translate(${at(-(shift % 600))} 0)" d="M-20 ${floor}${roofs}V${floor}z"/>`;
};

/** A cloud, 150 wide. */
export const cloud = (x: number, y: number, size: number, fill: string): string =>
  `<path fill="${fill}" transform="translate(${at(x)} ${at(y)}) scale(${size.toFixed(2)})" d="M-54 6q-24 0-23-18 2-18 26-18 8-30 40-22 22-22 42 8 38-2 38 24 2 25-22 26z"/>`;

/** Rings that drops leave on wet ground. */
export const rings = (s: number, count: number, top: number, bottom: number, stroke: string): string =>
  `<g fill="none" stroke="${stroke}" stroke-width="2">${range(count)
    .map((i) => {
      const t = (s * 0.9 + i * 0.37) % 1;
      const n = Math.floor(s * 0.9 + i * 0.37);
      const x = (i * 131 + n * 197) % 640;
      const y = top + ((i * 53 + n * 71) % Math.max(1, bottom - top));
      return `<ellipse cx="${x}" cy="${y}" rx="${at(3 + 15 * t)}" ry="${at(1 + 5 * t)}" opacity="${(0.8 * (1 - eased(t, 0.2, 1))).toFixed(2)}"/>`;
    })
    .join('')}</g>`;

/** A wheel with spokes that turns. */
export const wheel = (x: number, y: number, r: number, turn: number, stroke: string): string =>
  `<g transform="translate(${at(x)} ${at(y)}) rotate(${at(turn)})" fill="none" stroke="${stroke}"><circle r="${r}" stroke-width="5"/><path stroke-width="2" d="${range(
    4,
  )
    .map((i) => {
      const [dx, dy] = [Math.cos((i * Math.PI) / 4) * r, Math.sin((i * Math.PI) / 4) * r];
      return `M${at(-dx)} ${at(-dy)}L${at(dx)} ${at(dy)}`;
    })
    .join('')}"/></g>`;
