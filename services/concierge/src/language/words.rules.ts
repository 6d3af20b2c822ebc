/** Marks that readers omit when typing: Latin accents, Arabic vowel points, the Indic nukta and invisible joiners. */
const droppedMarks =
  /[\u0300-\u036F\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06ED\u093C\u09BC\u200B-\u200F\u2060\uFEFF]/gu;
const word = /[\p{L}\p{N}\p{M}]+/gu;
/** Zero of each script with decimal digits. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0be6, 0x0d66];

/** Malayalam consonants without a vowel, by the letter that they come from: older text writes them with a joiner. */
const chillu: Readonly<Record<string, string>> = { ണ: 'ൺ', ന: 'ൻ', ര: 'ർ', ല: 'ൽ', ള: 'ൾ', ക: 'ൿ' };
/** One spelling of Malayalam words that keyboards write in two ways. */
const foldMalayalam = (text: string): string =>
  text
    .replace(/([ണനരലളക])\u0D4D\u200D/g, (whole, letter: string) => chillu[letter] ?? whole)
    .replaceAll('\u0D7B\u0D4D\u0D31', '\u0D28\u0D4D\u0D31');

/** Digits of other scripts as ASCII digits: `१५०` is `150`. */
const asciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = zeros.find((start) => code >= start && code < start + 10);
    return zero === undefined ? digit : String(code - zero);
  });

/** Case, accents and digits folded; other characters stay. */
export const foldLetters = (text: string): string =>
  asciiDigits(
    foldMalayalam(text)
      .normalize('NFKD')
      .toLowerCase()
      .replace(droppedMarks, '')
      .replace(/['’‘ʼ`´]/gu, ''),
  )
    .replaceAll('ك', 'ک')
    .replaceAll('ي', 'ی')
    .normalize('NFC');

/** A pattern over folded text, from one in the usual spelling: marks that folding drops are dropped from it too. */
export const foldedPattern = ({ source, flags }: RegExp): RegExp =>
  new RegExp(source.normalize('NFKD').replace(droppedMarks, '').normalize('NFC'), flags);

/** The folded words of a text, in order. */
export const wordsOf = (text: string): string[] => foldLetters(text).match(word) ?? [];

/** True when a word is a form: equal, or in scripts without capitals beginning with it (case endings are written on). */
export const isFormOf = (form: string, word: string): boolean =>
  word === form ||
  (/^[a-z]/.test(form)
    ? word === `${form}s` || word === `${form}es`
    : form.length >= 3 && word.startsWith(form));
