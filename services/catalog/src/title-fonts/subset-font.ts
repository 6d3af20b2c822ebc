import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { TitleScript } from '@satrangi/contracts';
import { compress, decompress } from 'wawoff2';
import { charactersOf, glyphsUsed, rendersEqually } from './glyphs.ts';
import { subset } from './harfbuzz-subset.ts';

/** The font weight of titles in all scripts except Latin. */
const WEIGHT = 600;

/** Above this, nearly every glyph is used, and searching for them costs more than it saves. */
const MAX_PIECES = 2_000;

/** Copies a result out of WebAssembly memory, which the next call overwrites. */
const copyOf = async (bytes: Promise<Uint8Array>): Promise<Uint8Array> => new Uint8Array(await bytes);

const fontIn = (name: string): string => fileURLToPath(import.meta.resolve(`@fontsource-variable/${name}`));

/** The source font of each script and its languages; some glyphs depend on the language (for example in Marathi). */
const scripts: Readonly<
  Record<TitleScript, { readonly font: string; readonly langs: readonly [string, ...string[]] }>
> = {
  devanagari: {
    font: 'anek-devanagari/files/anek-devanagari-devanagari-wght-normal.woff2',
    langs: ['hi', 'mr', 'ne', 'sa'],
  },
  bengali: { font: 'anek-bangla/files/anek-bangla-bengali-wght-normal.woff2', langs: ['bn', 'as'] },
  tamil: { font: 'anek-tamil/files/anek-tamil-tamil-wght-normal.woff2', langs: ['ta'] },
  urdu: { font: 'noto-nastaliq-urdu/files/noto-nastaliq-urdu-arabic-wght-normal.woff2', langs: ['ur'] },
};

export type FontSubset = {
  /** WOFF2. */
  readonly font: Uint8Array;
  /** The letters of the pieces that the font supports. */
  readonly letters: string;
};

/**
 * Subsets the font of a script to the glyphs that these pieces use. The result renders them like the full font. A subset by
 * letters would be eight times as large, because most letter pairs in Nastaliq and Devanagari have their own glyphs.
 * @throws when the source font cannot be read
 */
export const subsetFont = async (script: TitleScript, pieces: readonly string[]): Promise<FontSubset> => {
  const { font, langs } = scripts[script];
  const source = await copyOf(decompress(await readFile(fontIn(font))));
  const text = pieces.join('');
  const has = charactersOf(source);
  // A letter with a mark may be composed or decomposed, and browsers look up either form.
  const written = new Set([' ', ...text, ...text.normalize('NFC'), ...text.normalize('NFD')]);
  const letters = [...written].filter((letter) => has.has(letter)).join('');
  const whole = await subset(source, { letters, weight: WEIGHT });
  const own = [...new Set(text)].filter((letter) => letter !== ' ' && has.has(letter));
  const packed = async (made: Uint8Array): Promise<FontSubset> => ({
    font: await copyOf(compress(made)),
    letters: own.sort().join(''),
  });
  if (pieces.length > MAX_PIECES) return packed(whole);
  const cut = await subset(whole, { letters, glyphs: glyphsUsed(whole, pieces, langs) });
  return packed(rendersEqually(whole, cut, pieces, langs) ? cut : whole);
};
