import { cloud, figure, guest, owner, pair, rings, skyline, umbrella } from './figures.ts';
import { at, deep, eased, INK, type Moving, mix, PAPER, pale, range, swing } from './inks.ts';

/** Lines of light on water between two heights. */
const glitter = (s: number, top: number, bottom: number, stroke: string): string =>
  `<path fill="none" stroke="${stroke}" stroke-width="3" stroke-linecap="round" d="${range(26)
    .map((i) => {
      const y = top + ((i * 29) % (bottom - top));
      const x = ((i * 97 + s * (8 + (i % 4) * 5)) % 700) - 30;
      return `M${at(x)} ${y}h${at(14 + 10 * swing(s, 2.6, i * 0.17))}`;
    })
    .join('')}"/>`;

/** A sky full of clouds; lightning, and two small figures on a long road. */
export const storm: Moving = (s, inks) => {
  const { g, f } = inks;
  const strike = (s + 1.4) % 4.2;
  const flash = strike < 0.5 ? 1 - strike * 2 : 0;
  const bend = 10 * swing(s, 1.7) + 8;
  return `<path fill="${PAPER}" opacity="${(0.5 * flash).toFixed(2)}" d="M0 0h640v360H0z"/>${cloud(110 + s * 5, 150, 1.9, pale(g, 0.12))}${cloud(360 + s * 9, 118, 2.3, pale(g, 0.2))}${cloud(590 + s * 6, 150, 1.8, pale(g, 0.14))}
<path fill="${f}" opacity="${flash.toFixed(2)}" d="M430 112l-34 66h26l-30 70 74-92h-28l30-44z"/>${cloud(40 + s * 14, 84, 2.1, deep(g, 0.2))}${cloud(320 + s * 16, 66, 2.4, deep(g, 0.3))}${cloud(610 + s * 12, 84, 2, deep(g, 0.22))}
<path fill="${deep(g, 0.5)}" d="M0 270q180-24 340-8t300-10v108H0z"/><path fill="${mix(g, f, 0.3)}" d="M0 344q260-60 640-40v22Q300 310 60 360H0z"/>
<g transform="rotate(${at(bend)} 540 268)"><path fill="${INK}" d="M534 268h12l-3-80h-6z"/><path fill="${deep('#8DB56A', 0.25)}" d="M540 206q-58-6-46-52 4-34 44-38 42 2 48 38 10 46-46 52z"/></g>
${pair(190 + s * 9, 334, 92, s, inks, { tilt: 9 + 4 * swing(s, 1.7) })}`;
};

/** A bridge of many arches over a river; two small figures cross it. */
export const bridge: Moving = (s, inks) => {
  const { g, f } = inks;
  const arches = range(6)
    .map((i) => `M${-30 + i * 124} 312v-36q0-50 50-50t50 50v36z`)
    .join('');
  const rail = range(33)
    .map((i) => `M${i * 20} 172v22`)
    .join('');
  const part = eased(s, 1, 7) * 90;
  return `<path fill="${pale(g, 0.25)}" d="M0 120h640v130H0z"/>${cloud(230 - part, 96, 2.2, pale(g, 0.5))}${cloud(430 + part, 78, 2, pale(g, 0.42))}<circle cx="330" cy="70" r="36" fill="${f}" opacity="${eased(s, 2, 7).toFixed(2)}"/>${cloud(160 - part * 1.4, 66, 1.7, deep(g, 0.12))}${cloud(520 + part * 1.4, 108, 1.9, deep(g, 0.1))}
${skyline(deep(g, 0.14), 216, 70, 10)}<path fill="${deep(g, 0.2)}" d="M0 216h640v144H0z"/>${glitter(s, 232, 350, pale(g, 0.5))}
<path fill="${deep(g, 0.52)}" d="M-40 192h720v16H-40z"/><path fill="${deep(g, 0.52)}" fill-rule="evenodd" d="M-40 206h720v106H-40z${arches}"/><path fill="${deep(g, 0.5)}" opacity=".4" d="M-40 312h720v10H-40z"/>
${pair(120 + s * 17, 196, 84, s, inks)}<path stroke="${deep(g, 0.66)}" stroke-width="4" d="${rail}"/><path fill="${deep(g, 0.66)}" d="M0 168h640v7H0zM0 192h640v6H0z"/>`;
};

/** The sun is out, everybody looks, and the umbrella stays open. */
export const crowd: Moving = (s, inks) => {
  const { g, f, a } = inks;
  const rise = 150 - 40 * eased(s, 0, 6);
  const rays = range(16)
    .map((i) => {
      const turn = ((i * 22.5 + s * 4) * Math.PI) / 180;
      const [b, c] = [turn - 0.09, turn + 0.09];
      return `M450 ${at(rise)}L${at(450 + Math.cos(b) * 640)} ${at(rise + Math.sin(b) * 640)}L${at(450 + Math.cos(c) * 640)} ${at(rise + Math.sin(c) * 640)}z`;
    })
    .join('');
  const cloths = ['#222C96', '#1A7B82', PAPER, '#43113F', '#8DB56A', a];
  const heads = range(9)
    .map((i) => {
      const x = 24 + i * 76 + 3 * swing(s, 3, i * 0.21);
      const y = 304 + ((i * 31) % 24) - 10 * eased(s, 1.2 + ((i * 5) % 9) * 0.35, 1.8 + ((i * 5) % 9) * 0.35);
      return `<path fill="${cloths[i % 6]}" d="M${at(x - 40)} 380q2-${at(380 - y - 16)} 40-${at(380 - y - 16)}t40 ${at(380 - y - 16)}z"/><circle cx="${at(x)}" cy="${at(y)}" r="21" fill="${INK}"/>${i % 3 === 1 ? `<circle cx="${at(x + 14)}" cy="${at(y + 13)}" r="10" fill="${INK}"/>` : ''}`;
    })
    .join('');
  return `<path fill="${f}" opacity=".42" d="${rays}"/><circle cx="450" cy="${at(rise)}" r="62" fill="${pale(f, 0.4)}"/>${skyline(deep(g, 0.2), 290, 110, 60)}<path fill="${deep(g, 0.4)}" d="M0 280h640v80H0z"/>
${pair(262, 306, 158, s, inks, { walks: false })}${heads}`;
};

/** In the middle of the bridge: two at the railing, a boat below. */
export const railing: Moving = (s, inks) => {
  const { g, f, a } = inks;
  const x = 600 - s * 22;
  const rail = range(17)
    .map((i) => `M${i * 42} 292v60`)
    .join('');
  const turn = eased(s, 4.6, 5.4);
  return `<circle cx="120" cy="86" r="42" fill="${pale(f, 0.3)}"/>${cloud(520 + s * 4, 70, 1.2, pale(g, 0.4))}${skyline(deep(g, 0.16), 176, 70, 220)}<path fill="${mix(g, '#1A7B82', 0.75)}" d="M0 174h640v186H0z"/>${glitter(s, 184, 290, pale(f, 0.4))}
<g transform="translate(${at(x)} ${at(232 + 3 * swing(s, 3))}) rotate(${at(2 * swing(s, 3, 0.2))})"><path fill="${INK}" d="M-62 0H62q-10 22-34 22h-56q-24 0-34-22z"/><path fill="${a}" d="M-22-4q0-26 22-28 22 2 22 28z"/><path stroke="${INK}" stroke-width="4" stroke-linecap="round" d="M40-30l24 66"/></g>
${figure(372, 372, 214, guest, { faces: -1, arm: -18 * turn })}${figure(262, 376, 226, owner(inks), { arm: -62 })}${umbrella(310, 270, 1.9, f, 2 * swing(s, 3))}
<path stroke="${deep(g, 0.6)}" stroke-width="7" d="${rail}"/><path fill="${deep(g, 0.6)}" d="M0 284h640v12H0zM0 348h640v12H0z"/>`;
};

/** The town from above: two lines leave two neighbouring houses, meet, and lead away from home. */
export const lanes: Moving = (s, { g, f, a }) => {
  const blocks = range(40)
    .map((i) => {
      const [column, row] = [i % 8, Math.floor(i / 8)];
      if (column > 5) return '';
      const fill = [deep(g, 0.16), deep(g, 0.28), pale(g, 0.18), mix(g, a, 0.25)][(i * 7 + row) % 4];
      return `<path fill="${fill}" d="M${8 + column * 78} ${8 + row * 72}h62v54h-62z"/><path fill="none" stroke="${deep(g, 0.42)}" stroke-width="2" d="M${14 + column * 78} ${34 + row * 72}h50M${39 + column * 78} ${12 + row * 72}v46"/>`;
    })
    .join('');
  const drawn = (d: string, length: number, stroke: string, from: number): string =>
    `<path fill="none" stroke="${stroke}" stroke-width="7" stroke-linejoin="round" stroke-linecap="round" stroke-dasharray="${at(length * eased(s, from, from + 6))} 2000" d="${d}"/>`;
  const home = (x: number, y: number, fill: string): string =>
    `<g transform="translate(${x} ${y}) scale(${(1 + 0.07 * swing(s, 1.6)).toFixed(3)})"><path fill="${fill}" stroke="${INK}" stroke-width="4" stroke-linejoin="round" d="M-24 2L0-24 24 2h-6v22h-36V2z"/></g>`;
  const flow = range(9)
    .map(
      (i) =>
        `M${at(508 + 8 * swing(s, 3, i * 0.1))} ${at(((i * 48 + s * 16) % 420) - 40)}q10 12 0 24M${at(546 + 8 * swing(s, 3, i * 0.13))} ${at(((i * 48 + 20 + s * 12) % 420) - 40)}q10 12 0 24`,
    )
    .join('');
  return `${blocks}<path fill="#1A7B82" d="M478-10q34 100 6 190t14 190h100q-24-96-4-190t-6-190z"/><path fill="none" stroke="${pale('#1A7B82', 0.5)}" stroke-width="3" stroke-linecap="round" d="${flow}"/>
<path fill="${INK}" d="M460 202h180v28H460z"/><path stroke="${PAPER}" stroke-width="2" stroke-dasharray="10 8" d="M460 216h180"/>
${drawn('M78 68V142H156V212H640', 760, PAPER, 1)}${drawn('M78 284V214H234V220H640', 720, a, 1)}${home(78, 60, PAPER)}${home(78, 292, a)}
<g transform="translate(${at(118 + 420 * eased(s, 2.6, 7))} 215) rotate(${at(s * 20)})"><circle r="16" fill="${f}"/><path stroke="${deep(f)}" stroke-width="2" d="M-16 0h32M0-16v32M-11-11l22 22M-11 11l22-22"/></g>`;
};

/** They laugh, and all the pigeons fly up. */
export const pigeons: Moving = (s, inks) => {
  const { g, f } = inks;
  const rail = range(17)
    .map((i) => `M${i * 42} 300v60`)
    .join('');
  const birds = range(16)
    .map((i) => {
      const t = Math.max(0, s - 1.5 - ((i * 7) % 16) * 0.05);
      const side = i % 2 ? 1 : -1;
      const x = 20 + i * 40 + side * t * (30 + ((i * 13) % 40));
      const y = 282 - t * (46 + ((i * 17) % 34)) - 6 * t * swing(s, 3, i * 0.1);
      if (y < -40) return '';
      const up = t > 0 ? 14 * swing(s, 0.5, i * 0.23) : 0;
      const fill = [INK, pale(INK, 0.4), PAPER][i % 3] ?? INK;
      return `<g transform="translate(${at(x)} ${at(y)}) scale(${side} 1)" fill="${fill}"><path d="M-16 2q8-12 22-8 6-10 12-4l4 4-6 2q-2 14-16 14-10 0-16-8z"/>${t > 0 ? `<path d="M-6-2q-2-${at(14 + up)} 12-${at(20 + up)} 4 12-2 20z"/>` : ''}</g>`;
    })
    .join('');
  const shake = s > 1 ? 1.6 * swing(s, 0.45) : 0;
  return `<circle cx="320" cy="120" r="${at(118 + 3 * swing(s, 4))}" fill="${f}" opacity=".55"/>${skyline(deep(g, 0.16), 250, 90, 330)}<path fill="${mix(g, '#1A7B82', 0.6)}" d="M0 248h640v112H0z"/>${glitter(s, 254, 300, pale(g, 0.6))}
<g transform="rotate(${at(shake)} 280 370)">${figure(276, 386, 226, owner(inks), { arm: -62 })}</g><g transform="rotate(${at(-shake * 1.3)} 376 370)">${figure(376, 384, 212, guest, { faces: -1, arm: 22 + shake * 4 })}</g>${umbrella(324, 280, 1.9, f, shake)}
<path stroke="${deep(g, 0.62)}" stroke-width="7" d="${rail}"/><path fill="${deep(g, 0.62)}" d="M0 292h640v12H0z"/>${birds}`;
};

/** Two walk away on a wet road under one umbrella, smaller and smaller, towards the bridge. */
export const away: Moving = (s, inks) => {
  const { g, f, a } = inks;
  const far = eased(s, 0, 15);
  const size = 190 - 104 * far;
  const floor = 350 - 78 * far;
  const x = 318 + 8 * swing(s, 6);
  const stride = swing(s, 1.1);
  const back = (dx: number, tall: number, shirt: string, legs: string, step: number): string =>
    `<g transform="translate(${at(x + dx * size)} ${at(floor)}) scale(${((size * tall) / 100).toFixed(3)})"><path fill="none" stroke="${legs}" stroke-width="8" stroke-linecap="round" d="M-5-42v${at(38 + 4 * step)}M5-42v${at(38 - 4 * step)}"/><path fill="${shirt}" d="M-13-77q13-8 26 0l4 45h-34z"/><circle cy="-91" r="9.5" fill="${INK}"/></g>`;
  const trees = range(8)
    .map((i) => {
      const t = ((i >> 1) * 0.25 + s * 0.03) % 1;
      const near = 0.25 + 0.9 * t;
      const side = i % 2 ? 1 : -1;
      return {
        t,
        html: `<g transform="translate(${at(320 + side * (70 + 330 * t * t + 40 * t))} ${at(246 + 100 * t * t)}) scale(${near.toFixed(3)})"><path fill="${deep(g, 0.66)}" d="M-6 0h12v-110h-12z"/><circle cy="-130" r="52" fill="${mix(g, '#8DB56A', 0.42)}"/><circle cx="24" cy="-104" r="36" fill="${mix(g, '#8DB56A', 0.3)}"/></g>`,
      };
    })
    .sort((one, two) => one.t - two.t)
    .map(({ html }) => html)
    .join('');
  const arches = range(5)
    .map((i) => `M${182 + i * 58} 246q0-26 22-26t22 26z`)
    .join('');
  return `${cloud(140 + s * 4, 90, 1.8, pale(g, 0.16))}${cloud(500 + s * 6, 70, 1.6, pale(g, 0.22))}${skyline(deep(g, 0.16), 248, 90, 130)}<path fill="${deep(g, 0.36)}" fill-rule="evenodd" d="M150 208h340v38H150z${arches}"/>
<path fill="${deep(g, 0.4)}" d="M0 246h640v114H0z"/><path fill="${mix(g, f, 0.24)}" d="M296 246h48L560 360H80z"/>${trees}<g opacity=".3" transform="translate(0 ${at(floor * 2)}) scale(1 -1)">${umbrella(x, floor - size * 0.5, size / 100, f)}</g>${rings(s, 14, 276, 354, pale(g, 0.5))}
${back(-0.2, 1, a, INK, stride)}${back(0.2, 0.95, PAPER, '#5A4A58', -stride)}${umbrella(x, floor - size * 0.5 - Math.abs(stride), size / 100, f, 1.5 * swing(s, 2.2))}`;
};
