import {
  closedUmbrella,
  cloud,
  figure,
  guest,
  owner,
  pair,
  rings,
  skyline,
  umbrella,
  wheel,
} from './figures.ts';
import { at, deep, eased, INK, type Moving, mix, PAPER, pale, range, swing } from './inks.ts';

const seven = 'M0 0h16l-10 24';
const SKIN = '#6E4227';

/** A bus stop: one man has an umbrella, the other has none, and a dog has the shelter. */
export const busstop: Moving = (s, inks) => {
  const { g, f, a } = inks;
  const breath = 1 + 0.05 * swing(s, 2.4);
  return `${skyline(deep(g, 0.22), 290, 190, 40 + s * 2)}${skyline(deep(g, 0.42), 290, 120, 210 + s * 3)}
<path fill="${deep(g, 0.62)}" d="M0 286h640v74H0z"/>${rings(s, 12, 296, 354, pale(g, 0.5))}
<path fill="${INK}" d="M48 150h8v146h-8zM238 150h8v146h-8z"/><path fill="${a}" d="M28 132h240l12 20H16z"/><path fill="${deep(a)}" d="M28 132h240v7H28z"/>
<path fill="${pale(g, 0.12)}" d="M64 246h166v9H64zM76 255h8v40h-8zM210 255h8v40h-8z"/>
<g transform="translate(140 296)"><g transform="scale(1 ${breath.toFixed(3)})"><path fill="${f}" d="M-48 0q-6-30 26-31 30-2 40 14l6 17z"/></g><path fill="${f}" d="M14-6q2-18 20-18 12 0 20 12 4 10-4 12z"/><path fill="${deep(f, 0.4)}" d="M20-22q-10 6-6 20 10-2 12-18z"/><path fill="none" stroke="${f}" stroke-width="7" stroke-linecap="round" d="M-44-4q-22 4-24-12"/><path fill="none" stroke="${INK}" stroke-width="2" stroke-linecap="round" d="M36-12q4 3 8 0"/><circle cx="54" cy="-9" r="3" fill="${INK}"/></g>
<path fill="${INK}" d="M318 96h7v200h-7z"/><circle cx="321" cy="100" r="26" fill="${PAPER}"/><path fill="none" stroke="${INK}" stroke-width="6" stroke-linejoin="round" transform="translate(313 88)" d="${seven}"/>
${figure(440, 322, 150, owner(inks), { arm: -58 })}${umbrella(464, 246, 1.16, f, 2 * swing(s, 3))}
${figure(572, 324, 142, guest, { arm: 3 * swing(s, 1.3), faces: -1 })}`;
};

/** A full bus drives by and empties a puddle over the man who waits. */
export const bus: Moving = (s, inks) => {
  const { g, f, a } = inks;
  const place = 860 - 300 * s;
  const panes = range(5)
    .map(
      (i) =>
        `<path fill="${pale(g, 0.6)}" d="M${24 + i * 74} 22h62v50H${24 + i * 74}z"/>${[0, 1, 2].map((j) => `<circle cx="${36 + i * 74 + j * 19}" cy="${54 + ((i + j) % 2) * 6}" r="10" fill="${[SKIN, INK, '#B07748'][(i + j) % 3]}"/><path fill="${[a, PAPER, g][(i * 2 + j) % 3]}" d="M${26 + i * 74 + j * 19} 72q2-12 10-12t10 12z"/>`).join('')}`,
    )
    .join('');
  const hit = s - 2.3;
  const drops = range(26)
    .map((i) => {
      const t = hit - (i % 5) * 0.06;
      if (t < 0 || t > 1.5) return '';
      const [vx, vy] = [60 + ((i * 29) % 130), 190 + ((i * 47) % 150)];
      return `<circle cx="${at(330 + vx * t * 1.3)}" cy="${at(318 - vy * t + 210 * t * t)}" r="${3 + (i % 4) * 1.6}"/>`;
    })
    .join('');
  const wet = eased(hit, 0.3, 0.9);
  return `${skyline(deep(g, 0.2), 280, 150, 120 + s * 3)}<path fill="${deep(g, 0.55)}" d="M0 276h640v84H0z"/>
<g transform="translate(${at(place)} ${at(140 + 2 * swing(s, 0.4))})"><path fill="${f}" d="M0 10q0-10 12-10h388q12 0 12 10v136H0z"/><path fill="${a}" d="M0 92h412v18H0z"/>${panes}<path fill="${PAPER}" d="M170-24h66v22h-66z"/><path fill="none" stroke="${INK}" stroke-width="5" transform="translate(196 -22) scale(.8)" d="${seven}"/></g>
${wheel(place + 84, 288, 24, -s * 300, INK)}${wheel(place + 328, 288, 24, -s * 300, INK)}
<ellipse cx="330" cy="326" rx="120" ry="11" fill="${pale(g, 0.45)}"/>${rings(s, 9, 300, 352, pale(g, 0.5))}
${figure(520, 338, 178, { ...guest, shirt: mix(PAPER, g, 0.42 * wet) }, { faces: -1, arm: -30 * eased(hit, 0, 0.4) * (1 - eased(hit, 1.4, 2.4)) })}<g fill="${pale(g, 0.62)}">${drops}</g>
<g fill="${pale(g, 0.6)}" opacity="${wet.toFixed(2)}">${range(3)
    .map((i) => `<path d="M${496 + i * 22} ${at(262 + ((s * 60 + i * 31) % 74))}q-5 9 0 11 5-2 0-11z"/>`)
    .join('')}</g>`;
};

/** Near: the umbrella leans over to the man who stands in the rain. */
export const shelter: Moving = (s, inks) => {
  const { g, f } = inks;
  const lean = eased(s, 1.4, 5);
  const runoff = range(7)
    .map((i) => {
      const t = (s * 0.8 + i * 0.29) % 1;
      return `<path d="M${at(110 + i * 66 + lean * 40)} ${at(128 + t * 200)}q-5 10 0 13 5-3 0-13z" opacity="${(1 - t).toFixed(2)}"/>`;
    })
    .join('');
  return `${skyline(deep(g, 0.18), 360, 260, 60 + s * 2)}${skyline(deep(g, 0.34), 360, 150, 250 + s * 4)}
${figure(430 - 26 * lean, 486, 330, guest, { faces: -1, arm: 4 * swing(s, 3) })}${figure(212 + 10 * lean, 500, 352, owner(inks), { arm: -64 - 6 * lean })}
${umbrella(290 + 10 * lean, 300, 2.5, f, -7 + 15 * lean + swing(s, 3))}<g fill="${pale(g, 0.65)}">${runoff}</g>`;
};

/** A signpost: the bridge in one direction, home in the other. */
export const crossroads: Moving = (s, inks) => {
  const { g, f, a } = inks;
  const birds = range(3)
    .map((i) => {
      const x = 640 - ((s * 34 + i * 46) % 760);
      const flap = 6 * swing(s, 0.8, i * 0.3);
      return `M${at(x - 12)} ${at(74 + i * 14 - flap)}q8-4 12 4 4-8 12-4`;
    })
    .join('');
  const arches = range(5)
    .map((i) => `M${372 + i * 58} 236q0-34 24-34t24 34z`)
    .join('');
  return `${cloud(150 + s * 5, 92, 1.3, pale(g, 0.22))}${cloud(470 + s * 8, 62, 1, pale(g, 0.32))}<path fill="none" stroke="${INK}" stroke-width="3" stroke-linecap="round" d="${birds}"/>
${skyline(deep(g, 0.2), 250, 90, 20)}<path fill="${deep(g, 0.34)}" d="M352 190h288v46H352z"/><path fill="${pale(g, 0.3)}" d="${arches}"/>
<path fill="${deep(g, 0.5)}" d="M0 236h640v124H0z"/><path fill="${mix(g, f, 0.35)}" d="M200 360L318 250h60L560 360z"/><path fill="${mix(g, f, 0.35)}" d="M0 262q180-10 330 8l-40 26Q140 284 0 300z"/>
<path fill="${INK}" d="M128 120h9v190h-9z"/><g transform="rotate(${at(1.6 * swing(s, 3))} 132 130)"><path fill="${f}" d="M132 128h120l24 17-24 17H132z"/><path fill="${PAPER}" d="M132 178H46l-22 15 22 15h86z"/></g><path fill="none" stroke="${INK}" stroke-width="5" stroke-linecap="round" d="M160 145h76m-14-10 14 10-14 10M108 193H60m12-9-12 9 12 9"/>
${figure(404, 352, 132, owner(inks), { arm: -56 })}${figure(462, 352, 124, guest, { faces: -1, arm: -30 * eased(s, 4, 5.5) })}${umbrella(428, 288, 1.16, f, 5 + swing(s, 3))}<path fill="${a}" d="M0 352h640v8H0z" opacity=".35"/>`;
};

/** Two walk through the rain; houses, shops and posts pass at their own speeds. */
export const monsoon: Moving = (s, inks) => {
  const { g, f, a } = inks;
  const shops = range(9)
    .map((i) => {
      const x = i * 170 - ((s * 34) % 510) - 40;
      const cloth = [a, PAPER, f][i % 3];
      return `<path fill="${deep(g, 0.36 + (i % 2) * 0.08)}" d="M${at(x)} ${120 + (i % 3) * 16}h158v180H${at(x)}z"/><path fill="${mix(g, f, 0.5)}" d="M${at(x + 18)} 214h122v84H${at(x + 18)}z"/><path fill="${deep(g, 0.7)}" d="M${at(x + 64)} 232h34v66h-34z"/><path fill="${cloth}" opacity=".85" d="M${at(x + 8)} 196h142l10 24H${at(x - 2)}z"/><path fill="${deep(g, 0.55)}" d="M${at(x + 24)} ${142 + (i % 3) * 10}h28v30h-28zM${at(x + 104)} ${142 + (i % 3) * 10}h28v30h-28z"/>`;
    })
    .join('');
  const posts = range(3)
    .map((i) => `M${at(760 - ((s * 110 + i * 290) % 870))} 0v360`)
    .join('');
  return `${skyline(deep(g, 0.16), 300, 250, s * 7)}${shops}<path fill="${deep(g, 0.62)}" d="M0 296h640v64H0z"/>${rings(s, 14, 304, 354, pale(g, 0.45))}
${pair(300 + 10 * swing(s, 9), 338, 156, s, inks)}<path stroke="${INK}" stroke-width="12" d="${posts}"/>`;
};

/** From above: the umbrella turns, and below it two shoulders change sides. */
export const canopy: Moving = (s, { g, f, a }) => {
  const turn = s * 7;
  const change = 180 * eased(s, 3.2, 5.6);
  const stones = range(8)
    .map((i) => `M${at(i * 100 - ((s * 26) % 100))} 0v360`)
    .join('');
  const gores = range(8)
    .map((i) => {
      const [b, c] = [i, i + 1].map((n) => ((n * 45 + turn) * Math.PI) / 180);
      const [p, q] = [b ?? 0, c ?? 0];
      const mid = (p + q) / 2;
      return `<path fill="${i % 2 ? f : deep(f, 0.14)}" d="M0 0L${at(Math.cos(p) * 118)} ${at(Math.sin(p) * 118)}Q${at(Math.cos(mid) * 104)} ${at(Math.sin(mid) * 104)} ${at(Math.cos(q) * 118)} ${at(Math.sin(q) * 118)}z"/>`;
    })
    .join('');
  const foot = 16 * swing(s, 1.1);
  const man = (side: 1 | -1, shirt: string, shoe: string): string =>
    `<path fill="${shoe}" d="M${at(30 + foot * side)} ${side * 92 - 8}h34q10 8 0 16H${at(30 + foot * side)}z"/><ellipse cy="${side * 96}" rx="34" ry="58" fill="${shirt}"/><path fill="${mix(shirt, g, 0.55)}" d="M-30 ${side * 124}q30 ${side * 44} 60 0-30 ${side * 10}-60 0z"/>`;
  const splashes = range(16)
    .map((i) => {
      const t = (s * 1.2 + i * 0.31) % 1;
      const around = ((i * 47 + Math.floor(s * 1.2 + i * 0.31) * 83) % 360) * (Math.PI / 180);
      const far = 130 + ((i * 61) % 210);
      return `<circle cx="${at(320 + Math.cos(around) * far)}" cy="${at(180 + Math.sin(around) * far * 0.7)}" r="${at(2 + t * 13)}" opacity="${(1 - t).toFixed(2)}"/>`;
    })
    .join('');
  return `<path fill="none" stroke="${deep(g, 0.22)}" stroke-width="5" d="${stones}M0 60h640M0 180h640M0 300h640"/><g fill="none" stroke="${pale(g, 0.5)}" stroke-width="2.4">${splashes}</g>
<g transform="translate(320 180)"><g transform="rotate(${at(change)})">${man(-1, a, INK)}${man(1, PAPER, '#5A4A58')}</g>${gores}<circle r="7" fill="${INK}"/></g>`;
};

/** A puddle in which two walk upside down; above it, only their feet. */
export const puddle: Moving = (s, inks) => {
  const { g, f } = inks;
  const x = 210 + s * 17;
  const ripple = range(4)
    .map((i) => {
      const t = (s * 0.4 + i * 0.25) % 1;
      return `<ellipse cx="${at(x + 10)}" cy="106" rx="${at(20 + t * 190)}" ry="${at(4 + t * 40)}" opacity="${(0.7 * (1 - t)).toFixed(2)}"/>`;
    })
    .join('');
  const stride = swing(s, 1.1);
  const legs = (at0: number, fill: string, step: number): string =>
    `<path stroke="${fill}" d="M${at(at0 - 6)} -10L${at(at0 - 6 - 26 * step)} 92h16M${at(at0 + 8)} -10L${at(at0 + 8 + 26 * step)} 92h16"/>`;
  return `<path fill="${deep(g, 0.5)}" d="M0 0h640v360H0z"/><path fill="none" stroke="${deep(g, 0.64)}" stroke-width="4" d="M0 52h640M120 0L60 52M330 0l-16 52M540 0l30 52"/>
<clipPath id="p"><path d="M30 112q40-40 190-30 160-26 270 4 130 0 124 90 10 110-150 130-190 44-330 0Q-10 270 30 112z"/></clipPath>
<g clip-path="url(#p)"><path fill="${pale(g, 0.3)}" d="M0 60h640v300H0z"/>${cloud(180 - s * 6, 300, 1.4, pale(g, 0.6))}${cloud(500 - s * 4, 240, 1.1, pale(g, 0.5))}
<g transform="translate(0 214) scale(1 -1)" opacity=".92">${pair(x, 112 + 2 * swing(s, 1.6), 128, s, inks)}</g><g fill="none" stroke="${PAPER}" stroke-width="2.4">${ripple}</g></g>
<g fill="none" stroke-width="17" stroke-linecap="round">${legs(x - 30, INK, stride)}${legs(x + 32, '#5A4A58', -stride)}</g><path fill="${f}" opacity=".5" d="M470 330l16-7 10 8-14 6z"/>`;
};

/** A cycle rickshaw rides beside two who walk. */
export const rickshaw: Moving = (s, inks) => {
  const { g, f, a } = inks;
  const x = 420 + 20 * swing(s, 7);
  const turn = s * 130;
  const pedal = (turn * Math.PI) / 180;
  const foot = { x: x + 66 + Math.cos(pedal) * 13, y: 290 + Math.sin(pedal) * 13 };
  const trees = range(4)
    .map((i) => {
      const tx = 760 - ((s * 30 + i * 220) % 880);
      return `<path fill="${deep(g, 0.5)}" d="M${at(tx - 5)} 170h10v110h-10z"/><circle cx="${at(tx)}" cy="150" r="52" fill="${mix(g, '#8DB56A', 0.5)}"/><circle cx="${at(tx + 34)}" cy="172" r="34" fill="${mix(g, '#8DB56A', 0.36)}"/>`;
    })
    .join('');
  return `${skyline(deep(g, 0.16), 280, 170, s * 9)}${trees}<path fill="${deep(g, 0.55)}" d="M0 276h640v84H0z"/>${rings(s, 10, 300, 354, pale(g, 0.4))}
<g fill="none" stroke="${INK}" stroke-width="6" stroke-linecap="round"><path d="M${at(x - 60)} 290h70l56-62M${at(x + 66)} 290L${at(x + 50)} 236M${at(x + 66)} 290h-50M${at(x + 122)} 292l-20-76-14 4"/></g>
<path fill="${a}" d="M${at(x - 104)} 244h92l14 40H${at(x - 96)}z"/><path fill="${f}" d="M${at(x - 118)} 250q-8-92 70-96 26 2 30 22-58 2-62 74z"/><path fill="none" stroke="${deep(f)}" stroke-width="3" d="M${at(x - 104)} 210q22-44 78-44M${at(x - 110)} 240q20-60 76-70"/>
${wheel(x - 58, 296, 36, turn, INK)}${wheel(x + 122, 300, 32, turn, INK)}
<path fill="none" stroke="${SKIN}" stroke-width="10" stroke-linecap="round" stroke-linejoin="round" d="M${at(x + 44)} 226L${at(x + 84)} 252L${at(foot.x)} ${at(foot.y)}"/><path fill="${PAPER}" d="M${at(x + 30)} 228l22-62q16-6 22 8l-18 56z"/><path fill="none" stroke="${PAPER}" stroke-width="9" stroke-linecap="round" d="M${at(x + 62)} 176l32 40"/><circle cx="${at(x + 74)}" cy="150" r="15" fill="${SKIN}"/><path fill="${a}" d="M${at(x + 58)} 150q0-20 18-19 16 2 14 14-16-2-32 5z"/>
${pair(180 + 16 * swing(s, 9), 346, 150, s, inks)}`;
};

/** Dusk: lamps go on one after another, and two walk back with the umbrella closed. */
export const street: Moving = (s, inks) => {
  const { g, f } = inks;
  const lamps = range(5)
    .map((i) => {
      const x = 70 + i * 150 - 60 + ((s * 9) % 900) * 0.5;
      const lit = eased(s, 0.8 + (4 - i) * 1.1, 1.3 + (4 - i) * 1.1);
      return `<path fill="${f}" opacity="${(0.3 * lit).toFixed(2)}" d="M${at(x + 26)} 128l-66 182h132z"/><path fill="none" stroke="${INK}" stroke-width="6" d="M${at(x)} 306V138q0-18 26-18"/><circle cx="${at(x + 26)}" cy="126" r="9" fill="${mix(deep(g, 0.5), f, lit)}"/>`;
    })
    .join('');
  const lit = range(16)
    .map(
      (i) =>
        `<path fill="${f}" opacity="${(0.8 * eased(s, 1 + ((i * 7) % 16) * 0.4, 1.5 + ((i * 7) % 16) * 0.4)).toFixed(2)}" d="M${(i * 83 + 22) % 640} ${188 + ((i * 37) % 60)}h12v16h-12z"/>`,
    )
    .join('');
  return `<path fill="${mix(g, '#E8590C', 0.16)}" d="M0 110h640v190H0z"/><path fill="${mix(g, '#E8590C', 0.34)}" d="M0 176h640v124H0z"/><path fill="${mix(g, '#E8590C', 0.55)}" d="M0 226h640v74H0z"/><circle cx="${at(520 - s * 3)}" cy="${at(150 + s * 6)}" r="44" fill="#E8590C"/>${skyline(deep(g, 0.3), 300, 190, 30 + s * 2)}${lit}<path fill="${deep(g, 0.66)}" d="M0 296h640v64H0z"/>${lamps}
${pair(430 - s * 13, 340, 150, s, inks, { faces: -1, open: false })}`;
};

/** Two houses, two doors: two men see each other home, there and back. */
export const doors: Moving = (s, inks) => {
  const { g, f } = inks;
  const way = (s / 3) % 2;
  const goes = way < 1;
  const x = goes ? 190 + 260 * eased(way, 0, 1) : 450 - 260 * eased(way, 1, 2);
  const walking = Math.abs((way % 1) - 0.5) < 0.42;
  const stars = range(22)
    .map(
      (i) =>
        `<circle cx="${(i * 149 + 30) % 640}" cy="${(i * 67 + 14) % 150}" r="${1.4 + (i % 3) * 0.5}" opacity="${(0.35 + 0.6 * Math.abs(swing(s, 3.4, i * 0.19))).toFixed(2)}"/>`,
    )
    .join('');
  const front = (left: number, lit: number): string =>
    `<path fill="${deep(g, 0.45)}" d="M${left} 90h170v230H${left}z"/><path fill="${deep(g, 0.6)}" d="M${left - 8} 82h186v14H${left - 8}z"/><path fill="${f}" opacity="${(0.35 + 0.65 * lit).toFixed(2)}" d="M${left + 54} 204h62v116H${left + 54}z"/><path fill="${f}" opacity=".55" d="M${left + 22} 126h34v42H${left + 22}zM${left + 114} 126h34v42h-34z"/><path stroke="${deep(g, 0.6)}" stroke-width="3" d="M${left + 39} 126v42M${left + 131} 126v42"/>`;
  return `<g fill="${PAPER}">${stars}</g><circle cx="${at(250 + s * 11)}" cy="72" r="34" fill="${PAPER}"/><circle cx="${at(264 + s * 11)}" cy="64" r="29" fill="${g}"/>${skyline(deep(g, 0.25), 320, 150, 100)}
${front(-30, 1 - eased(x, 200, 320))}${front(500, eased(x, 320, 440))}<path fill="${deep(g, 0.7)}" d="M0 318h640v42H0z"/>
${figure(x + 24, 346, 126, guest, { stride: walking ? -swing(s, 0.9) : 0, faces: goes ? 1 : -1 })}${figure(x - 26, 348, 134, owner(inks), { stride: walking ? swing(s, 0.9) : 0, faces: goes ? 1 : -1 })}${closedUmbrella(x - 50, 290, 0.62, f, 5 * swing(s, 0.9))}`;
};
