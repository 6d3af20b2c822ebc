import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

type Face = {
  readonly family: string;
  readonly file: string;
  readonly axes: Record<string, number>;
  readonly style?: 'italic';
};

const literata = (file: string, weight: number): Omit<Face, 'family'> => ({
  file: `literata/files/literata-${file}.woff2`,
  axes: { wght: weight },
});
const anek = (font: string, subset: string): Omit<Face, 'family'> => ({
  file: `anek-${font}/files/anek-${font}-${subset}-standard-normal.woff2`,
  axes: { wght: 700, wdth: 80 },
});

const latinFaces: Face[] = [
  { family: 'Text Latin', ...literata('latin-wght-normal', 400) },
  { family: 'Text Latin', ...literata('latin-wght-italic', 400), style: 'italic' },
  { family: 'Text Latin Ext', ...literata('latin-ext-wght-normal', 400) },
  { family: 'Head Latin', ...anek('latin', 'latin') },
];

const scriptFaces: Record<string, Face[]> = {
  Deva: [
    {
      family: 'Text Deva',
      file: 'noto-serif-devanagari/files/noto-serif-devanagari-devanagari-standard-normal.woff2',
      axes: { wght: 400, wdth: 100 },
    },
    { family: 'Head Deva', ...anek('devanagari', 'devanagari') },
  ],
  Taml: [
    {
      family: 'Text Taml',
      file: 'noto-serif-tamil/files/noto-serif-tamil-tamil-standard-normal.woff2',
      axes: { wght: 400, wdth: 100 },
    },
    { family: 'Head Taml', ...anek('tamil', 'tamil') },
  ],
  Beng: [
    {
      family: 'Text Beng',
      file: 'noto-serif-bengali/files/noto-serif-bengali-bengali-standard-normal.woff2',
      axes: { wght: 400, wdth: 100 },
    },
    { family: 'Head Beng', ...anek('bangla', 'bengali') },
  ],
  Arab: [
    {
      family: 'Text Arab',
      file: 'noto-nastaliq-urdu/files/noto-nastaliq-urdu-arabic-wght-normal.woff2',
      axes: { wght: 400 },
    },
    {
      family: 'Head Arab',
      file: 'noto-nastaliq-urdu/files/noto-nastaliq-urdu-arabic-wght-normal.woff2',
      axes: { wght: 700 },
    },
  ],
};

const scripts: [string, RegExp][] = [
  ['Deva', /\p{Script=Devanagari}/u],
  ['Taml', /\p{Script=Tamil}/u],
  ['Beng', /\p{Script=Bengali}/u],
  ['Arab', /\p{Script=Arabic}/u],
];

const faceCss = async (face: Face, text: string): Promise<string> => {
  const file = await readFile(require.resolve(`@fontsource-variable/${face.file}`));
  const font = await subsetFont(file, text, { targetFormat: 'sfnt', variationAxes: face.axes });
  return `@font-face{font-family:'${face.family}';font-style:${face.style ?? 'normal'};src:url(data:font/ttf;base64,${font.toString('base64')})}`;
};

/**
 * `@font-face` rules for exactly the letters of a book. Axes are pinned here because a variable font printed
 * by Chromium becomes drawn outlines; a plain instance stays a real, small font.
 */
export const fontCss = async (text: string): Promise<string> => {
  const faces = [
    ...latinFaces,
    ...scripts.filter(([, has]) => has.test(text)).flatMap(([name]) => scriptFaces[name] ?? []),
  ];
  // Shapers decompose vowel signs such as ৌ, so the font needs the parts as well.
  const letters = `${text}${text.normalize('NFD')}ৗௗ0123456789· ₹—–“”‘’…`;
  return (await Promise.all(faces.map((face) => faceCss(face, letters)))).join('\n');
};
