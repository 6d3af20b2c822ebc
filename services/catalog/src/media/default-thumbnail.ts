/** Book spines in seven colors, as in the logo, on a plank: x, y, width, height and color in a field of 44 by 29. */
export const SPINES = [
  [0, 6, 5, 20, '#A11A3A'],
  [7, 2, 4, 24, '#E8590C'],
  [12, 8, 6, 18, '#FFC61A'],
  [19, 4, 4, 22, '#8DB56A'],
  [24, 0, 6, 26, '#1A7B82'],
  [31, 7, 4, 19, '#5A66D8'],
  [36, 3, 6, 23, '#8A3A82'],
] as const;

const spines = SPINES.map(
  ([x, y, width, height, fill]) =>
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx=".6" fill="${fill}"/>`,
).join('');

/** The logo at 16:10, the recommended ratio of thumbnails; shown for an item without one (checklist ADM-13). */
export const defaultThumbnail = {
  mimeType: 'image/svg+xml',
  revision: 'logo-1',
  buffer: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400" viewBox="-26 -16 96 60"><path fill="#FBF6EC" d="M-26-16h96v60h-96z"/>${spines}<path fill="#8A7C88" d="M0 27h44v2.4H0z"/></svg>`,
  ),
} as const;
