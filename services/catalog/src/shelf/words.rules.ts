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

/** The last line of the table of edits between `a` and every beginning of `b`; null when all exceed `most`. */
const lastLine = (a: readonly string[], b: readonly string[], most: number): number[] | null => {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const line = [row];
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (above[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      line.push(cost);
      least = Math.min(least, cost);
    }
    // A swap reaches two lines back: only when both lines are too dear can nothing cheaper follow.
    if (least > most && Math.min(...above) > most) return null;
    before = above;
    above = line;
  }
  return above;
};

/**
 * Typing errors between two words, as far as they matter: a letter wrong, missing, extra, or two neighbours
 * swapped. @returns the number of errors, or `most + 1` when there are more.
 */
export const errorsBetween = (a: readonly string[], b: readonly string[], most: number): number => {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  return Math.min(lastLine(a, b, most)?.at(-1) ?? most + 1, most + 1);
};

/** The same between `start` and the beginning of `whole` that it fits best. */
export const errorsOfStart = (start: readonly string[], whole: readonly string[], most: number): number => {
  const line = lastLine(start, whole.slice(0, start.length + most), most);
  return line ? Math.min(...line, most + 1) : most + 1;
};

/**
 * Which letters a word has, in 32 bits. One typing error changes at most two bits, so most words of a dictionary are
 * ruled out by one exclusive or.
 */
export const signatureOf = (letters: readonly string[]): number =>
  letters.reduce((bits, letter) => bits | (1 << ((letter.codePointAt(0) ?? 0) % 31)), 0);

/** Number of set bits. */
export const bitsIn = (value: number): number => {
  const pairs = value - ((value >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};
