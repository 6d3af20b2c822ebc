import { at, eased, INK, type Moving, PAPER, person, range, swing } from './inks.ts';

/** The sun rises behind two hills with a figure. */
export const sun: Moving = (s, { f, a }) => {
  const y = 250 - 120 * eased(s, 0, 6);
  const rays = range(12)
    .map((i) => {
      const turn = (i * 30 + s * 6) * (Math.PI / 180);
      const [x, dy] = [Math.cos(turn), Math.sin(turn)];
      return `<path d="M${at(430 + x * 84)} ${at(y + dy * 84)}L${at(430 + x * 112)} ${at(y + dy * 112)}"/>`;
    })
    .join('');
  return `<g stroke="${f}" stroke-width="9" stroke-linecap="round">${rays}</g><circle cx="430" cy="${at(y)}" r="66" fill="${f}"/>
<path fill="${a}" d="M0 360V262q150-86 330-18t310-34v150z"/><path fill="${INK}" d="M0 360v-62q190-34 380 8t260-14v68z"/>
${person(170, 304, 74, f, swing(s, 5) * 1.5)}${person(212, 306, 66, PAPER, swing(s, 5, 0.2) * 1.5)}`;
};

/** A moon crosses over roofs, and one window stays lit. */
export const moon: Moving = (s, { f, a, g }) => {
  const x = 150 + s * 22;
  const stars = range(26)
    .map((i) => {
      const bright = 0.35 + 0.65 * Math.abs(swing(s, 3, i * 0.19));
      return `<circle cx="${(i * 149) % 640}" cy="${(i * 67) % 190}" r="${1.5 + (i % 3) * 0.6}" opacity="${bright.toFixed(2)}"/>`;
    })
    .join('');
  return `<g fill="${PAPER}">${stars}</g><circle cx="${at(x)}" cy="104" r="50" fill="${f}"/><circle cx="${at(x + 22)}" cy="92" r="42" fill="${g}"/>
<path fill="${INK}" d="M0 360V250h96v-34h86v52h70v-76h120v60h64v-38h104v30h100v116z"/>
<g fill="${a}"><path d="M22 276h24v30H22zM278 214h22v28h-22zM474 236h22v28h-22z" opacity=".55"/><path d="M318 214h26v34h-26z" opacity="${(0.75 + 0.25 * swing(s, 2.6)).toFixed(2)}"/></g>
<path fill="none" stroke="${a}" stroke-width="2" d="M40 250v-26m-12 8h24M560 244v-30m-14 10h28"/>`;
};

/** Two kites on the wind, their strings crossed. */
export const kite: Moving = (s, { f, a }) => {
  const one = { x: 250 + 46 * swing(s, 7), y: 110 + 26 * swing(s, 4.2) };
  const two = { x: 400 + 40 * swing(s, 6.1, 0.3), y: 140 + 30 * swing(s, 3.7, 0.4) };
  const drawn = ({ x, y }: typeof one, fill: string, turn: number, from: number): string =>
    `<path fill="none" stroke="${PAPER}" stroke-width="1.8" d="M${at(x)} ${at(y)}Q${at((x + from) / 2 + 24)} 250 ${from} 352"/>
<g transform="translate(${at(x)} ${at(y)}) rotate(${at(turn)})"><path fill="${fill}" d="M0-54 42 0 0 48-42 0z"/><path fill="none" stroke="${INK}" stroke-width="2.4" d="M0-54V48M-42 0Q0-36 42 0"/><path fill="${fill}" d="M0 48l-11 20h22z"/></g>`;
  const far = range(6)
    .map((i) => `<path d="M${at(((i * 113 + s * 9) % 680) - 20)} ${50 + ((i * 53) % 130)}l7 9-7 8-7-8z"/>`)
    .join('');
  return `<g fill="${PAPER}" opacity=".5">${far}</g>${drawn(one, f, 8 * swing(s, 3), 470)}${drawn(two, a, -10 + 7 * swing(s, 3.4), 180)}
<path fill="${INK}" d="M0 360v-34h120v-14h140v26h130v-20h110v14h140v28z"/>${person(180, 316, 44, f)}${person(470, 320, 44, a)}`;
};

/** A sea with moving waves and a boat. */
export const waves: Moving = (s, { f, a, g }) => {
  const wave = (y: number, size: number, period: number, fill: string): string => {
    const shift = ((s / period) % 1) * 160;
    const path = `q40-${size} 80 0t80 0`.repeat(7);
    return `<path fill="${fill}" d="M${at(-320 + shift)} ${at(y + 6 * swing(s, period))}${path}V360H-320z"/>`;
  };
  const tilt = 5 * swing(s, 3.2);
  const y = 206 + 6 * swing(s, 3.2, 0.25);
  return `<circle cx="500" cy="86" r="40" fill="${a}"/>${wave(216, 22, 6, f)}
<g transform="translate(${at(180 + s * 8)} ${at(y)}) rotate(${at(tilt)})"><path fill="${INK}" d="M-74 0H74q-12 34-44 34h-60q-32 0-44-34z"/><path fill="${a}" d="M4-110v98h74z"/><path fill="${PAPER}" d="M-4-92v80h-52z"/><path stroke="${INK}" stroke-width="4" d="M0-116V2"/></g>
${wave(254, 26, 4.6, g)}<g opacity=".85">${wave(268, 20, 4.6, f)}</g>${wave(314, 24, 3.6, PAPER)}${wave(326, 22, 3.6, g)}`;
};

/** A branch in the wind; leaves fall one after another. */
export const leaves: Moving = (s, { f, a }) => {
  const leaf = 'q26-30 58-6q-30 26-58 6z';
  const held = range(9)
    .map((i) => {
      const [x, y] = [60 + i * 58, 92 + Math.sin(i * 1.1) * 18];
      const turn = (i % 2 ? 62 : -38) + 9 * swing(s, 2.8, i * 0.13);
      return `<path transform="translate(${x} ${at(y)}) rotate(${at(turn)})" fill="${i % 3 ? f : a}" d="M0 0${leaf}"/>`;
    })
    .join('');
  const falling = range(5)
    .map((i) => {
      const t = (s * 0.16 + i * 0.21) % 1;
      const x = 90 + i * 118 + 40 * swing(s, 3, i * 0.3);
      return `<path transform="translate(${at(x)} ${at(110 + t * 240)}) rotate(${at(t * 300)})" fill="${i % 2 ? a : f}" d="M0 0${leaf}"/>`;
    })
    .join('');
  return `${falling}<path fill="none" stroke="${INK}" stroke-width="8" stroke-linecap="round" d="M-10 120Q160 40 330 96t330-10"/>${held}
<path fill="${INK}" d="M0 332h640v28H0z"/><path fill="${INK}" d="M250 286h140v9H250zM262 295h9v40h-9zM369 295h9v40h-9zM250 262h140v8H250z"/>${person(300, 288, 66, a)}${person(342, 288, 72, f)}`;
};
