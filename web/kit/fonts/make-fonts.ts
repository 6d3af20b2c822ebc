/**
 * Builds the committed web fonts: subsets of the OFL packages, small enough for a slow phone. Run it again when
 * `check-fonts.ts` reports missing letters: `node web/kit/fonts/make-fonts.ts`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { titleLetters } from './letters.ts';

const packages = join(import.meta.dirname, '..', '..', '..', 'node_modules', '@fontsource-variable');
const target = join(import.meta.dirname, '..', 'src', 'fonts');

type Axes = Record<string, number | { min: number; max: number; default: number }>;

const range = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('');

/** Letters of English and of romanised Indian names, with common punctuation. */
const latin = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’“”•…‹›€™−×āīūṛṝḷṅñṭḍṇśṣṃḥĀĪŪŚṢṬḌṆ→←↑↓`;

/** Sentence ends of most scripts of India, and joiners of all of them. */
const DANDAS = '।॥';
const JOINERS = '\u200c\u200d\u25cc ';

const make = async (name: string, source: string, letters: string, axes: Axes): Promise<void> => {
  const font = await subsetFont(readFileSync(join(packages, source)), letters, {
    targetFormat: 'woff2',
    variationAxes: axes,
  });
  writeFileSync(join(target, `${name}.woff2`), font);
  process.stdout.write(`${name.padEnd(26)} ${font.length}\n`);
};

const upright = { wght: { min: 400, max: 800, default: 400 } };
await make('anek-latin', 'anek-latin/files/anek-latin-latin-standard-normal.woff2', latin, {
  ...upright,
  wdth: { min: 75, max: 100, default: 100 },
});
await make('anek-rupee', 'anek-latin/files/anek-latin-latin-ext-wght-normal.woff2', '₹', upright);
await make('literata', 'literata/files/literata-latin-wght-normal.woff2', latin, { wght: 400 });
await make('literata-italic', 'literata/files/literata-latin-wght-italic.woff2', latin, { wght: 400 });

/** A whole script is up to 258 kB; the letters used in titles a tenth of it. */
const scripts: Record<string, string> = {
  'anek-devanagari-titles': 'anek-devanagari/files/anek-devanagari-devanagari-wght-normal.woff2',
  'anek-tamil-titles': 'anek-tamil/files/anek-tamil-tamil-wght-normal.woff2',
  'anek-bangla-titles': 'anek-bangla/files/anek-bangla-bengali-wght-normal.woff2',
  'nastaliq-titles': 'noto-nastaliq-urdu/files/noto-nastaliq-urdu-arabic-wght-normal.woff2',
};

/** Text fonts contain the whole script, in one weight and without Latin. */
const texts: Record<string, readonly [source: string, letters: string]> = {
  'text-devanagari': [
    'noto-serif-devanagari/files/noto-serif-devanagari-devanagari-standard-normal.woff2',
    `${range(0x900, 0x97f)}${range(0x1cd0, 0x1cf9)}${range(0xa8e0, 0xa8ff)}${JOINERS}`,
  ],
  'text-tamil': [
    'noto-serif-tamil/files/noto-serif-tamil-tamil-standard-normal.woff2',
    `${range(0xb80, 0xbff)}${DANDAS}${JOINERS}`,
  ],
  'text-bengali': [
    'noto-serif-bengali/files/noto-serif-bengali-bengali-standard-normal.woff2',
    `${range(0x980, 0x9fe)}${DANDAS}${JOINERS}`,
  ],
  'text-nastaliq': [
    'noto-nastaliq-urdu/files/noto-nastaliq-urdu-arabic-wght-normal.woff2',
    `${range(0x600, 0x6ff)}${JOINERS}`,
  ],
};
for (const [name, [source, own]] of Object.entries(texts))
  await make(name, source, own, { wght: 400, ...(source.includes('standard') ? { wdth: 100 } : {}) });

/** Names of languages in the choice of the interface, on every page: their letters only. */
await make('language-names', 'anek-devanagari/files/anek-devanagari-devanagari-wght-normal.woff2', 'हिन्दी', {
  wght: 500,
});
/** The interface in Hindi: its labels and headings may have any letter, unlike titles. Loaded only when it is chosen. */
for (const [name, wght] of Object.entries({ 'interface-devanagari': 540, 'interface-devanagari-bold': 720 }))
  await make(
    name,
    'anek-devanagari/files/anek-devanagari-devanagari-wght-normal.woff2',
    `${range(0x900, 0x97f)}${JOINERS}`,
    { wght },
  );

const letters = titleLetters();
for (const [name, source] of Object.entries(scripts))
  await make(name, source, `${letters[name]} `, { wght: 600 });
writeFileSync(join(import.meta.dirname, 'letters.json'), `${JSON.stringify(letters, null, 2)}\n`);
