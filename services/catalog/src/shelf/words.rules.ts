/**
 * Text as it is searched: compatibility letters taken apart, case and accents gone, scripts of India whole. A vowel
 * sign is a letter there, not an accent, so only marks that readers leave out when typing are dropped: Latin accents,
 * Arabic vowel points, the dot under Indic consonants (nukta), and invisible joiners.
 */
const droppedMarks =
  /[\u0300-\u036F\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06ED\u093C\u09BC\u0A3C\u0ABC\u0B3C\u200B-\u200F\u2060\uFEFF]/gu;

/** Letters that no decomposition joins, though readers type one for the other. */
const alike: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  // One letter each for readers of Urdu, Persian and Arabic keyboards.
  ي: 'ی',
  ى: 'ی',
  ك: 'ک',
  ه: 'ہ',
  ھ: 'ہ',
  ة: 'ہ',
  ۀ: 'ہ',
};
const alikeLetters = new RegExp(`[${Object.keys(alike).join('')}]`, 'gu');
const apostrophes = /['’‘ʼ`´]/gu;
const word = /[\p{L}\p{N}\p{M}]+/gu;

/** A name inside one word: "don't" is found by "dont". */
const foldLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(droppedMarks, '')
    .replace(apostrophes, '')
    .replace(alikeLetters, (letter) => alike[letter] ?? letter)
    .normalize('NFC');

/** Words of a text, folded, in order. Linear in the length of the text. */
export const wordsOf = (text: string): string[] => foldLetters(text).match(word) ?? [];

/** The whole text folded, one space between words. */
export const foldText = (text: string): string => wordsOf(text).join(' ');

/** How many typing errors a word forgives: one from 4 letters, two from 8. */
export const errorsForgiven = (letters: number): number => (letters >= 8 ? 2 : letters >= 4 ? 1 : 0);

/** A word as its letters (code points). */
export type Letters = Uint32Array;
export const lettersOf = (word: string): Letters =>
  Uint32Array.from(word, (letter) => letter.codePointAt(0) ?? 0);

/** Words longer than this are compared by their beginning; no real word is. */
const LETTERS_MAX = 64;
/** Three lines of the table of edits, used again for every pair: comparing allocates nothing. */
const lines = [0, 1, 2].map(() => new Uint8Array(LETTERS_MAX + 1));

/**
 * Typing errors between `a` and `b`, as far as they matter: a letter wrong, missing, extra, or two neighbours
 * swapped. With `isBegun`, between `a` and the beginning of `b` that it fits best.
 * @returns the number of errors, or `most + 1` when there are more.
 */
export const errorsBetween = (a: Letters, b: Letters, most: number, isBegun = false): number => {
  const rows = Math.min(a.length, LETTERS_MAX);
  const columns = Math.min(b.length, isBegun ? rows + most : LETTERS_MAX, LETTERS_MAX);
  const tooMany = most + 1;
  if (columns < rows - most || (!isBegun && columns > rows + most)) return tooMany;
  let [before, above, line] = lines as [Uint8Array, Uint8Array, Uint8Array];
  for (let column = 0; column <= columns; column++) above[column] = Math.min(column, tooMany);
  let leastAbove = 0;
  for (let row = 1; row <= rows; row++) {
    // Only a band around the diagonal can stay within `most`; its edges count as too many.
    const from = Math.max(1, row - most);
    const to = Math.min(columns, row + most);
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
    // A swap reaches two lines back: only when both lines are too dear can nothing cheaper follow.
    if (least > most && leastAbove > most) return tooMany;
    leastAbove = least;
    [before, above, line] = [above, line, before];
  }
  if (!isBegun) return above[columns] as number;
  let best = tooMany;
  for (let column = Math.max(0, rows - most); column <= columns; column++)
    best = Math.min(best, above[column] as number);
  return best;
};

/**
 * Which letters a word has, in 32 bits. One typing error changes at most two bits, so most words of a dictionary are
 * ruled out by one exclusive or.
 */
export const signatureOf = (letters: Letters): number => {
  let bits = 0;
  for (const letter of letters) bits |= 1 << (letter % 31);
  return bits;
};

/** Number of set bits. */
export const bitsIn = (value: number): number => {
  const pairs = value - ((value >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};
