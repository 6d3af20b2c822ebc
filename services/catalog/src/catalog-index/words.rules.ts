import { asciiDigits, foldLetters } from '@satrangi/contracts';

const word = /[\p{L}\p{N}\p{M}]+/gu;

/** Final consonants with a code point of their own (Malayalam chillus, Bengali khanda ta), and their older spelling. */
const finalConsonants: Readonly<Record<string, string>> = {
  ൺ: 'ണ്',
  ൻ: 'ന്',
  ർ: 'ര്',
  ൽ: 'ല്',
  ൾ: 'ള്',
  ൿ: 'ക്',
  ৎ: 'ত্',
};
const finalConsonant = new RegExp(`[${Object.keys(finalConsonants).join('')}]`, 'gu');
/** Stretches a line of Arabic letters; without a sound. */
const tatweel = /\u0640/g;

/** The folded words of a text, in order, with digits as 0 to 9. Linear in the length of the text. */
export const wordsOf = (text: string): string[] =>
  asciiDigits(foldLetters(text))
    .replace(tatweel, '')
    .replace(finalConsonant, (letter) => finalConsonants[letter] ?? letter)
    .match(word) ?? [];

/** The folded text with one space between words. */
export const foldText = (text: string): string => wordsOf(text).join(' ');

const tamilFinalU = /^(\p{Script=Tamil}{3,})\u0bc1$/u;

/**
 * What a Tamil word in its dictionary form has in common with its other forms: the final u is dropped before an ending
 * (nilavu, the moon; nilavin, of the moon). Null for all other words.
 */
export const stemOf = (word: string): string | null => tamilFinalU.exec(word)?.[1] ?? null;

/** The allowed edit distance: one from 4 letters, two from 8. */
export const allowedErrors = (letters: number): number => (letters >= 8 ? 2 : letters >= 4 ? 1 : 0);

/** A word as its letters (code points). */
export type Letters = Uint32Array;
export const lettersOf = (word: string): Letters =>
  Uint32Array.from(word, (letter) => letter.codePointAt(0) ?? 0);

/** Longer words are compared by this prefix. */
const LETTERS_MAX = 64;
/** Three rows of the edit distance table, reused for every comparison to avoid allocation. */
const lines = [0, 1, 2].map(() => new Uint8Array(LETTERS_MAX + 1));

/**
 * The bounded Damerau-Levenshtein distance (substitution, deletion, insertion, transposition). With `isPrefix`, the distance
 * between `a` and the best matching prefix of `b`.
 * @returns the distance, or `maxErrors + 1` when it is greater
 */
export const editDistance = (a: Letters, b: Letters, maxErrors: number, isPrefix = false): number => {
  const rows = Math.min(a.length, LETTERS_MAX);
  const columns = Math.min(b.length, isPrefix ? rows + maxErrors : LETTERS_MAX, LETTERS_MAX);
  const tooMany = maxErrors + 1;
  if (columns < rows - maxErrors || (!isPrefix && columns > rows + maxErrors)) return tooMany;
  let [before, above, line] = lines as [Uint8Array, Uint8Array, Uint8Array];
  for (let column = 0; column <= columns; column++) above[column] = Math.min(column, tooMany);
  let leastAbove = 0;
  for (let row = 1; row <= rows; row++) {
    // Only a band around the diagonal can stay within `maxErrors`; its edges count as too many.
    const from = Math.max(1, row - maxErrors);
    const to = Math.min(columns, row + maxErrors);
    line[from - 1] = from === 1 ? Math.min(row, tooMany) : tooMany;
    if (to < columns) line[to + 1] = tooMany;
    let least = line[from - 1] as number;
    const letter = a[row - 1];
    for (let column = from; column <= to; column++) {
      let cost = (above[column - 1] as number) + (b[column - 1] === letter ? 0 : 1);
      cost = Math.min(cost, (above[column] as number) + 1, (line[column - 1] as number) + 1, tooMany);
      if (row > 1 && column > 1 && b[column - 2] === letter && a[row - 2] === b[column - 1])
        cost = Math.min(cost, (before[column - 2] as number) + 1);
      line[column] = cost;
      if (cost < least) least = cost;
    }
    // A transposition reaches two rows back: stop only when both rows exceed the bound.
    if (least > maxErrors && leastAbove > maxErrors) return tooMany;
    leastAbove = least;
    [before, above, line] = [above, line, before];
  }
  if (!isPrefix) return above[columns] as number;
  let best = tooMany;
  for (let column = Math.max(0, rows - maxErrors); column <= columns; column++)
    best = Math.min(best, above[column] as number);
  return best;
};

/**
 * A 32-bit signature of the letters in a word. One edit changes at most two bits, so an XOR excludes most words.
 */
export const signatureOf = (letters: Letters): number => {
  let bits = 0;
  for (const letter of letters) bits |= 1 << (letter % 31);
  return bits;
};

/** The number of set bits. */
export const popCount = (value: number): number => {
  const pairs = value - ((value >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};
