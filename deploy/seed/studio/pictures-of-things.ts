import { at, eased, INK, type Moving, PAPER, range, swing } from './inks.ts';

/** Turning buttons, one of which moves to the middle. */
export const buttons: Moving = (s, { f, a, g }) => {
  const button = (x: number, y: number, r: number, fill: string, turn: number): string =>
    `<g transform="translate(${at(x)} ${at(y)}) rotate(${at(turn)})"><circle r="${r}" fill="${fill}"/><circle r="${at(r * 0.74)}" fill="none" stroke="${INK}" stroke-width="3" opacity=".4"/><g fill="${g}"><circle cx="${at(-r * 0.22)}" cy="${at(-r * 0.22)}" r="${at(r * 0.11)}"/><circle cx="${at(r * 0.22)}" cy="${at(-r * 0.22)}" r="${at(r * 0.11)}"/><circle cx="${at(-r * 0.22)}" cy="${at(r * 0.22)}" r="${at(r * 0.11)}"/><circle cx="${at(r * 0.22)}" cy="${at(r * 0.22)}" r="${at(r * 0.11)}"/></g></g>`;
  const come = eased(s, 1, 4.5);
  const sides = range(6)
    .map((i) => {
      const left = i % 2 === 0;
      return button(
        left ? 110 : 530,
        70 + Math.floor(i / 2) * 110,
        40,
        left ? f : a,
        (left ? 1 : -1) * s * 16 + i * 30,
      );
    })
    .join('');
  return `<path fill="${INK}" opacity=".16" d="M312 0h16v360h-16z"/>${sides}${button(60 + 260 * come, 180, 64, PAPER, come * 360 + 6 * swing(s, 3))}`;
};

/** Thread runs from a reel to a needle and forms a seam. */
export const thread: Moving = (s, { f, a }) => {
  const x = 150 + 64 * Math.min(6.6, s * 0.9);
  const dip = Math.abs(swing(s, 1.1)) * 54;
  const stitches = range(Math.max(0, Math.floor((x - 150) / 40)))
    .map((i) => `M${150 + i * 40} 262h26`)
    .join('');
  const wound = range(7)
    .map((i) => `M68 ${104 + i * 13 + ((s * 8) % 4)}h64`)
    .join('');
  return `<path fill="${f}" d="M0 240h640v120H0z"/><path stroke="${INK}" stroke-width="2" opacity=".25" d="M0 300h640M0 330h640"/>
<path fill="${INK}" d="M56 84h88v16H56zM56 196h88v16H56z"/><path fill="${a}" d="M66 100h68v96H66z"/><path stroke="${INK}" stroke-width="2" opacity=".4" d="${wound}"/>
<path fill="none" stroke="${a}" stroke-width="5" d="M134 148Q${at((134 + x) / 2)} ${at(60 + 20 * swing(s, 2))} ${at(x)} ${at(150 + dip)}"/><path stroke="${a}" stroke-width="7" stroke-linecap="round" d="${stitches}"/>
<g transform="translate(${at(x)} ${at(130 + dip)}) rotate(14)"><path fill="${PAPER}" d="M-5 0h10l-3 124-2 14-2-14z"/><path fill="${INK}" d="M-2 8h4v20h-4z"/></g>`;
};

/** A ledger whose pages turn, with an animated line of writing. */
export const ledger: Moving = (s, { f, a }) => {
  const turn = (s * 0.3) % 1;
  const swung = Math.cos(turn * Math.PI);
  const rows = (x: number): string =>
    range(7)
      .map((i) => `M${x} ${112 + i * 26}h${i % 3 === 2 ? 120 : 178}`)
      .join('');
  const written = 178 * eased(turn, 0.05, 0.85);
  return `<path fill="${a}" d="M70 74h500v236H70z"/><path fill="${PAPER}" d="M90 84h230v212H90zM320 84h230v212H320z"/><path fill="none" stroke="${f}" stroke-width="4" opacity=".55" d="${rows(112)}${rows(346)}"/>
<path stroke="${a}" stroke-width="6" stroke-linecap="round" d="M346 112h${at(written)}"/><path fill="${INK}" transform="translate(${at(346 + written)} 112) rotate(28)" d="M0 0l-7-16V-92h14v76z"/>
<path fill="${f}" opacity=".92" d="M320 84L${at(320 + 228 * swung)} ${at(84 - 26 * Math.sin(turn * Math.PI))}v212L320 296z"/><path fill="${INK}" d="M316 78h8v228h-8z"/><path fill="${INK}" opacity=".3" d="M60 310h520v8H60z"/>
<circle cx="596" cy="52" r="${at(13 + 2 * swing(s, 2))}" fill="${f}"/>`;
};
