/**
 * Marks that are removed for search. In Indic scripts a vowel sign is a letter, not an accent, so only marks that readers
 * omit when typing are removed: Latin accents, Arabic vowel points, the Indic nukta and invisible joiners.
 */
const droppedMarks =
  /[\u0300-\u036F\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06ED\u093C\u09BC\u0A3C\u0ABC\u0B3C\u200B-\u200F\u2060\uFEFF]/gu;

/** Letters without a Unicode decomposition that readers type interchangeably. */
const equivalents: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  // Variants of one letter on Urdu, Persian and Arabic keyboards.
  ي: 'ی',
  ى: 'ی',
  ك: 'ک',
  ه: 'ہ',
  ھ: 'ہ',
  ة: 'ہ',
  ۀ: 'ہ',
};
const equivalentLetters = new RegExp(`[${Object.keys(equivalents).join('')}]`, 'gu');
const apostrophes = /['’‘ʼ`´]/gu;

/** Folds case, accents and apostrophes: "don't" matches "dont". */
export const foldLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(droppedMarks, '')
    .replace(apostrophes, '')
    .replace(equivalentLetters, (letter) => equivalents[letter] ?? letter)
    .normalize('NFC');
