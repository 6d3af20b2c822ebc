import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { TitleScript } from '@satrangi/contracts';
import { compress, decompress } from 'wawoff2';
import { subset } from './hb-subset.ts';
import { drawsAlike, lettersOf, shapesMet } from './shapes.ts';

/** The weight of titles in all scripts but Latin. */
const WEIGHT = 600;

/** Beyond this many pieces nearly every shape is met, and looking for them takes longer than it saves. */
const MANY_PIECES = 2_000;

/** What the packer hands out lies in its own memory, and the next call writes over it. */
const owned = async (bytes: Promise<Uint8Array>): Promise<Uint8Array> => new Uint8Array(await bytes);

const fontIn = (name: string): string => fileURLToPath(import.meta.resolve(`@fontsource-variable/${name}`));

/** The font of each script, and the languages its titles are in: some letters look different in Marathi. */
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

export type CutFace = {
  /** WOFF2. */
  readonly font: Uint8Array;
  /** Letters of the pieces that the font has. */
  readonly letters: string;
};

/**
 * A font that sets these pieces just as the whole one of the script does, and little else. The letters alone would be
 * eight times as heavy: in Nastaliq and Devanagari most pairs of letters have a shape of their own.
 * @throws when the script's font can not be read
 */
export const cutFace = async (script: TitleScript, pieces: readonly string[]): Promise<CutFace> => {
  const { font, langs } = scripts[script];
  const source = await owned(decompress(await readFile(fontIn(font))));
  const text = pieces.join('');
  const has = lettersOf(source);
  // a mark on a letter may be written as one sign or as two; which one a browser looks for is its own business
  const written = new Set([' ', ...text, ...text.normalize('NFC'), ...text.normalize('NFD')]);
  const letters = [...written].filter((letter) => has.has(letter)).join('');
  const whole = await subset(source, { letters, weight: WEIGHT });
  const own = [...new Set(text)].filter((letter) => letter !== ' ' && has.has(letter));
  const answer = async (made: Uint8Array): Promise<CutFace> => ({
    font: await owned(compress(made)),
    letters: own.sort().join(''),
  });
  if (pieces.length > MANY_PIECES) return answer(whole);
  const cut = await subset(whole, { letters, shapes: shapesMet(whole, pieces, langs) });
  return answer(drawsAlike(whole, cut, pieces, langs) ? cut : whole);
};
