import { closedUmbrella, figure, guest, owner, umbrella } from './figures.ts';
import { at, deep, eased, INK, type Moving, mix, PAPER, pale, range, swing } from './inks.ts';

const steamOf = (s: number, x: number, y: number, count: number): string =>
  `<path fill="none" stroke="${PAPER}" stroke-width="4" stroke-linecap="round" opacity=".7" d="${range(count)
    .map((i) => {
      const bend = 9 * swing(s, 2.2, i * 0.37);
      return `M${at(x + i * 18)} ${y}q${at(bend)}-16 0-32t${at(-bend)}-30`;
    })
    .join('')}"/>`;

/** A room without anybody in it: a dry towel, a pot, a lamp that swings, rain at the window. */
export const room: Moving = (s, { g, f, a }) => {
  const drops = range(12)
    .map((i) => {
      const t = (s * 0.35 + i * 0.29) % 1;
      return `M${396 + ((i * 61) % 168)} ${at(70 + t * 130)}v${at(10 + t * 8)}`;
    })
    .join('');
  const hang = 5 * swing(s, 4);
  return `<path fill="${deep(g, 0.18)}" d="M0 0h640v300H0z"/><path fill="${deep(g, 0.45)}" d="M0 296h640v64H0z"/><g transform="rotate(${at(hang)} 290 -10)"><path fill="${f}" opacity=".28" d="M290 96L80 420h420z"/><path stroke="${INK}" stroke-width="3" d="M290-10v92"/><path fill="${a}" d="M262 108q4-30 28-30t28 30z"/><circle cx="290" cy="110" r="9" fill="${f}"/></g>
<path fill="${deep(g, 0.62)}" d="M376 50h204v168H376z"/><path fill="${pale('#1A7B82', 0.2)}" d="M388 62h180v144H388z"/><path stroke="${PAPER}" stroke-width="2.4" stroke-linecap="round" opacity=".8" d="${drops}"/><path fill="${deep(g, 0.62)}" d="M474 62h8v144h-8zM388 130h180v7H388z"/>
<path fill="${INK}" d="M64 104h132v6H64z"/><g transform="rotate(${at(2.4 * swing(s, 3.4))} 130 106)"><path fill="${PAPER}" d="M84 106h92v122q-46 8-92 0z"/><path fill="${a}" d="M84 186h92v10H84zM84 204h92v6H84z"/></g>
<path fill="${INK}" d="M236 252h150v10H236zM250 262h10v60h-10zM362 262h10v60h-10z"/><path fill="${f}" d="M262 204h96q4 44-16 48h-64q-20-4-16-48z"/><path fill="${deep(f, 0.2)}" d="M254 200h112v8H254z"/>${steamOf(s, 288, 192, 3)}
<path fill="${mix(g, a, 0.55)}" d="M424 300h180v34H424z"/><path fill="${pale(g, 0.7)}" d="M424 284h180v20H424z"/><path fill="${PAPER}" d="M436 268h62q8 8 0 18h-62z"/>`;
};

/** A tea stall: tea falls from glass to glass, a bulb shines, and two wait. */
export const teastall: Moving = (s, inks) => {
  const { g, f, a } = inks;
  const lift = 30 + 26 * swing(s, 3.2);
  const strips = range(9)
    .map((i) => `<path fill="${i % 2 ? PAPER : a}" d="M${30 + i * 38} 76h38l4 36q-21 20-42 0z"/>`)
    .join('');
  return `<path fill="${deep(g, 0.5)}" d="M0 300h640v60H0z"/><path fill="${deep(g, 0.24)}" d="M44 96h318v204H44z"/><path fill="${f}" opacity="${(0.4 + 0.06 * swing(s, 1.3)).toFixed(2)}" d="M202 128L60 300h284z"/><path stroke="${INK}" stroke-width="3" d="M202 96v28"/><circle cx="202" cy="132" r="10" fill="${f}"/>
<path fill="#43113F" d="M150 246q2-70 40-72 40 2 42 72z"/><circle cx="190" cy="158" r="19" fill="#6E4227"/><g fill="${INK}"><circle cx="184" cy="160" r="1.8"/><circle cx="198" cy="160" r="1.8"/></g><path fill="none" stroke="${INK}" stroke-width="2" stroke-linecap="round" d="M185 168q6 4 12 0"/><path fill="${INK}" d="M170 156q0-22 22-22 20 2 18 20-20-4-40 2z"/><path fill="none" stroke="#43113F" stroke-width="12" stroke-linecap="round" d="M226 194L268 ${at(176 - lift)}"/><path fill="none" stroke="#43113F" stroke-width="12" stroke-linecap="round" d="M218 204l46 18"/>
<path fill="${PAPER}" d="M262 ${at(164 - lift)}h20l-3 22h-14z"/><path fill="none" stroke="#D9A066" stroke-width="4" d="M270 ${at(184 - lift)}V222"/><path fill="${PAPER}" d="M258 216h24l-4 30h-16z"/><path fill="#D9A066" d="M261 228h18l-2 16h-14z"/>
<path fill="${INK}" d="M84 196h50q8 30-6 50H90q-14-20-6-50zM134 208l20-10 4 6-20 18zM98 184h22v10H98z"/>${steamOf(s, 100, 180, 2)}
<path fill="${mix(g, a, 0.5)}" d="M36 244h336v22H36z"/><path fill="${deep(a)}" d="M48 266h312v38H48z"/><path fill="${PAPER}" d="M316 218h18l-3 26h-12zM340 218h18l-3 26h-12z"/>${strips}<path fill="${INK}" d="M24 66h354v12H24z"/>
${figure(452, 340, 178, owner(inks), { faces: -1, arm: -44 - 10 * eased(swing(s, 4), 0, 1) })}${figure(542, 340, 168, guest, { faces: -1, arm: -44 - 10 * eased(swing(s, 4, 0.4), 0, 1) })}${umbrella(496, 246, 1.34, f, 2 * swing(s, 3))}`;
};

/** A wall with two of everything and one umbrella; the light of the window moves over it. */
export const pegs: Moving = (s, { g, f, a }) => {
  const light = -40 + s * 16;
  const sway = (i: number): number => 2.4 * swing(s, 3.6, i * 0.17);
  const towel = (x: number, fill: string, i: number): string =>
    `<g transform="rotate(${at(sway(i))} ${x} 110)"><path fill="${fill}" d="M${x - 34} 112q34-14 68 0v118q-34 8-68 0z"/><path fill="${deep(fill, 0.2)}" d="M${x - 34} 198h68v9h-68zM${x - 34} 214h68v5h-68z"/></g>`;
  const key = (x: number, fill: string, i: number): string =>
    `<g transform="rotate(${at(sway(i) * 2)} ${x} 108)" fill="none" stroke="${fill}" stroke-width="6"><circle cx="${x}" cy="126" r="12"/><path d="M${x} 138v50m0-8h12m-12-14h9"/></g>`;
  return `<path fill="${pale(g, 0.2)}" d="M0 0h640v300H0z"/><path fill="${PAPER}" opacity=".34" d="M${at(light)} 0h150l120 300H${at(light + 120)}zM${at(light + 190)} 0h120l120 300h-120z"/><path fill="${deep(g, 0.5)}" d="M0 296h640v64H0z"/>
<path fill="${deep(g, 0.55)}" d="M40 92h560v16H40z"/><g fill="${INK}">${[100, 190, 286, 336, 470].map((x) => `<path d="M${x - 4} 96h8v18h-8z"/>`).join('')}</g>
${towel(100, PAPER, 0)}${towel(190, a, 1)}${key(286, INK, 2)}${key(336, a, 3)}${closedUmbrella(470, 122, 1.7, f, sway(4))}
<path fill="${deep(g, 0.55)}" d="M250 250h150v9H250z"/><path fill="${PAPER}" d="M276 208h32l-5 42h-22z"/><path fill="${pale(a, 0.2)}" d="M342 208h32l-5 42h-22z"/>
<g fill="${INK}"><path d="M60 318h62q14 6 12 16H60zM146 318h62q14 6 12 16h-74z"/></g><ellipse cx="472" cy="318" rx="${at(26 + 2 * swing(s, 3))}" ry="6" fill="${pale(g, 0.5)}"/>`;
};
