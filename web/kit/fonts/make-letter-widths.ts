/**
 * Writes how wide the letters of each script are in its title font, for covers and spines:
 * `node web/kit/fonts/make-letter-widths.ts`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Blob, Buffer, Face, Font, shape } from 'harfbuzzjs';
import subsetFont from 'subset-font';

const packages = join(import.meta.dirname, '..', '..', '..', 'node_modules', '@fontsource-variable');
const target = join(import.meta.dirname, '..', 'src', 'letter-widths.ts');

/**
 * The first code point of each script's block and its font. Gujarati and Telugu have their letters in the places of
 * Devanagari and Kannada, and nearly as wide.
 */
const blocks = [
  ['Devanagari and Gujarati', 0x900, 'anek-devanagari/files/anek-devanagari-devanagari'],
  ['Bengali', 0x980, 'anek-bangla/files/anek-bangla-bengali'],
  ['Tamil', 0xb80, 'anek-tamil/files/anek-tamil-tamil'],
  ['Kannada and Telugu', 0xc80, 'anek-kannada/files/anek-kannada-kannada'],
  ['Malayalam', 0xd00, 'anek-malayalam/files/anek-malayalam-malayalam'],
] as const;
/** The letters and vowel signs of a block. */
const LETTERS = 0x4e;
/** Weight of titles in these scripts (cover.module.css). */
const WEIGHT = 600;
/** A mark is measured on this circle, which shaping adds to a mark alone. */
const CIRCLE = '\u25cc';

const widthsOf = async (first: number, source: string): Promise<string> => {
  const letters = Array.from({ length: LETTERS }, (_, at) => String.fromCodePoint(first + at));
  const file = readFileSync(join(packages, `${source}-wght-normal.woff2`));
  const face = new Face(
    new Blob(
      await subsetFont(file, letters.join('') + CIRCLE, {
        targetFormat: 'sfnt',
        variationAxes: { wght: WEIGHT },
      }),
    ),
  );
  const font = new Font(face);
  const advance = (text: string): number => {
    const buffer = new Buffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    shape(font, buffer);
    return buffer.getGlyphPositions().reduce((sum, { xAdvance }) => sum + (xAdvance ?? 0), 0) / face.upem;
  };
  const known = new Set(Array.from(face.collectUnicodes(), (point) => String.fromCodePoint(point)));
  const widthOf = (letter: string): number => {
    if (!known.has(letter)) return 0;
    return /\p{M}/u.test(letter) ? advance(CIRCLE + letter) - advance(CIRCLE) : advance(letter);
  };
  return letters.map((letter) => Math.max(0, Math.round(widthOf(letter) * 5 + 0.15)).toString(36)).join('');
};

let lines = '';
for (const [name, first, source] of blocks)
  lines += `  // ${name}\n  ${first >> 7}: '${await widthsOf(first, source)}',\n`;
writeFileSync(
  target,
  `/**
 * Widths of letters in title fonts, in fifths of an em, as digits of base 36: a script is a block of 128 code points, here
 * under the number of its block. Written by fonts/make-letter-widths.ts.
 */
export const letterWidths: Readonly<Record<number, string>> = {
${lines}};
`,
);
