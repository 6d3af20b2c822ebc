import { at, eased, INK, type Moving, PAPER, person, range, swing } from './inks.ts';

/** A house in the evening: windows light up, two of them with a figure. */
export const windows: Moving = (s, { f, a, g }) => {
  const panes = range(15)
    .map((i) => {
      const [x, y] = [86 + (i % 5) * 98, 62 + Math.floor(i / 5) * 92];
      const lit = eased(s, 0.5 + ((i * 7) % 15) * 0.28, 1 + ((i * 7) % 15) * 0.28);
      const shown = i % 4 === 3 ? 0.15 : lit;
      const here = i === 6 || i === 8;
      return `<path fill="${INK}" d="M${x} ${y}h64v66h-64z"/><path fill="${a}" opacity="${shown.toFixed(2)}" d="M${x} ${y}h64v66h-64z"/>${
        here && lit > 0.5
          ? person(x + 32 + 4 * swing(s, 3, i * 0.2), y + 66, 56, INK, 4 * swing(s, 2.4, i * 0.3))
          : ''
      }<path stroke="${f}" stroke-width="3" d="M${x} ${y + 22}h64M${x + 32} ${y}v66"/>`;
    })
    .join('');
  return `<path fill="${f}" d="M50 30h540v330H50z"/><path fill="${INK}" d="M36 22h568v14H36z"/>${panes}<path fill="${g}" d="M0 344h640v16H0z"/>`;
};

/** A passing train with figures at its windows. */
export const train: Moving = (s, { f, a, g }) => {
  const shift = (s * 120) % 320;
  const coach = (
    x: number,
  ): string => `<g transform="translate(${at(x)} 0)"><path fill="${f}" d="M0 150h310v130H0z"/><path fill="${a}" d="M0 240h310v14H0z"/>
<g fill="${INK}"><path d="M22 172h54v46H22zM92 172h54v46H92zM236 172h54v46h-54zM162 168h58v112h-58z"/></g>${person(190, 280, 92, a)}${person(49, 218, 36, g)}${person(262, 218, 36, PAPER)}
<g fill="${INK}"><circle cx="52" cy="286" r="15"/><circle cx="98" cy="286" r="15"/><circle cx="222" cy="286" r="15"/><circle cx="268" cy="286" r="15"/></g></g>`;
  const hills = ((s * 14) % 320) - 320;
  const poles = range(5)
    .map((i) => `M${at(640 - ((s * 150 + i * 170) % 850))} 60v240`)
    .join('');
  return `<path fill="${a}" opacity=".45" d="M${at(hills)} 190q80-70 160 0t160 0 160 0 160 0 160 0 160 0v170H-400z"/><path stroke="${INK}" stroke-width="5" opacity=".5" d="${poles}"/><path stroke="${PAPER}" stroke-width="2" d="M0 84h640"/>
${coach(shift - 320)}${coach(shift)}${coach(shift + 320)}<path fill="${INK}" d="M0 300h640v7H0z"/><path fill="${INK}" opacity=".55" d="M0 307h640v53H0z"/>`;
};

/** Washing on a balcony, a plant, and two who lean on the rail. */
export const balcony: Moving = (s, { f, a, g }) => {
  const cloths = range(6)
    .map((i) => {
      const bend = 12 * swing(s, 2.2, i * 0.14);
      const x = 60 + i * 92;
      const fill = [f, PAPER, a][i % 3];
      return `<path fill="${fill}" d="M${x} 66h62q${at(bend)} 40 ${at(bend * 0.6)} 84h-62q${at(-bend * 0.3)}-44 ${at(-bend * 0.6)}-84z"/>`;
    })
    .join('');
  const bars = range(17)
    .map((i) => `M${i * 40} 270v72`)
    .join('');
  return `<path fill="none" stroke="${INK}" stroke-width="3" d="M0 60q320 18 640 0"/>${cloths}${person(270, 344, 170, INK, 2 * swing(s, 4))}${person(352, 344, 158, f, -2 * swing(s, 4, 0.1))}
<path stroke="${a}" stroke-width="7" d="${bars}"/><path fill="${a}" d="M0 258h640v14H0zM0 340h640v20H0z"/><path fill="${INK}" d="M520 214h54l-8 46h-38z"/><path fill="${g === f ? a : f}" d="M547 214q-44-30-34-76 32 14 34 60 2-66 40-74 12 56-30 90z"/>`;
};

/** Two figures climb stairs at different speeds. */
export const stairs: Moving = (s, { f, a }) => {
  const steps = 'h64v-32'.repeat(9);
  const on = (climbed: number): { x: number; floor: number } => {
    const step = Math.min(8, Math.floor(climbed));
    const hop = Math.sin(Math.min(1, climbed - step) * Math.PI);
    return { x: 40 + climbed * 64, floor: 340 - step * 32 - hop * 14 };
  };
  const first = on(0.4 + s * 0.62);
  const second = on(Math.max(0, s * 0.7 - 1.4));
  return `<path fill="${f}" d="M0 372${steps}V372z" transform="translate(0 0)"/><path fill="none" stroke="${a}" stroke-width="8" stroke-linecap="round" d="M40 250L600 -30"/>
<path fill="${a}" d="M596 0h44v360h-44z"/>${person(first.x, first.floor, 86, INK)}${person(second.x, second.floor, 80, PAPER)}`;
};

/** A lamp on a table; its light breathes, and two glasses stand in it. */
export const lamp: Moving = (s, { f, a, g }) => {
  const light = 0.5 + 0.12 * swing(s, 2.3) + 0.05 * swing(s, 0.7);
  const steam = range(2)
    .map((i) => {
      const x = 196 + i * 60;
      const bend = 8 * swing(s, 2, i * 0.4);
      return `M${x} 236q${at(bend)}-18 0-36t${at(-bend)}-34`;
    })
    .join('');
  return `<path fill="${a}" opacity="${light.toFixed(2)}" d="M380 128L120 300h470L470 128z"/><path fill="${INK}" d="M0 300h640v60H0z"/>
<path fill="${f}" d="M372 60h106l34 72H338z"/><path stroke="${INK}" stroke-width="8" d="M425 132v160"/><path fill="${INK}" d="M376 288h98v14h-98z"/><circle cx="425" cy="138" r="13" fill="${PAPER}"/>
<path fill="none" stroke="${PAPER}" stroke-width="4" stroke-linecap="round" opacity=".8" d="${steam}"/>
<path fill="${f}" d="M176 246h40l-6 54h-28z"/><path fill="${PAPER}" d="M236 246h40l-6 54h-28z"/><path fill="${g}" d="M182 262h28l-3 30h-22zM242 262h28l-3 30h-22z"/>`;
};
