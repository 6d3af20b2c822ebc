import { foldLetters } from './fold-letters.ts';
import { phoneticKeys } from './phonetic.ts';

const word = /[\p{L}\p{M}]+/gu;
/** A search for a name: words, and nothing of an address, a number or an id. */
const nameOnly = /^[\p{L}\p{M}\s.,'’-]+$/u;

const LATIN = 0;
const LATIN_END = 0x0250;
const ARABIC = 0x0600;
const ARABIC_END = 0x0700;
const DEVANAGARI = 0x0900;
const MALAYALAM = 0x0d00;
const BLOCK = 0x80;

/** The Unicode block of a word's first letter; all of Latin is one, and the Arabic letters of Urdu are. */
const scriptOf = (text: string): number => {
  const code = text.codePointAt(0) ?? 0;
  if (code < LATIN_END) return LATIN;
  return code >= ARABIC && code < ARABIC_END ? ARABIC : code - (code % BLOCK);
};

/** Every script that `phoneticKeys` reads. */
const scripts: readonly number[] = [
  LATIN,
  ARABIC,
  ...Array.from({ length: (MALAYALAM - DEVANAGARI) / BLOCK + 1 }, (_, n) => DEVANAGARI + n * BLOCK),
];

const marksIn = (script: number, keys: readonly string[]): string[] =>
  keys.map((key) => `${script.toString(16)}:${key}`);

const wordsOf = (text: string): string[] => foldLetters(text).match(word) ?? [];

/**
 * The sounds of names, to be stored beside them: each word's script with its phonetic keys. They tell as much as the names do
 * and are erased with them.
 */
export const soundsOf = (names: string): string[] => [
  ...new Set(wordsOf(names).flatMap((each) => marksIn(scriptOf(each), phoneticKeys(each)))),
];

/** A word of a search, folded, and how it may be stored in `soundsOf` a name in another script. */
type SearchedWord = { readonly word: string; readonly sounds: readonly string[] };

/**
 * The words of a search for a name in any script (checklist BEY-03), without those that are too short to compare. Words of
 * one script are compared by their letters, so only sounds of other scripts are searched.
 * @returns an empty list when the search is no name
 */
export const searchedNames = (search: string): SearchedWord[] => {
  if (!nameOnly.test(search)) return [];
  return wordsOf(search).flatMap((each) => {
    const own = scriptOf(each);
    const keys = phoneticKeys(each);
    const sounds = scripts.flatMap((script) => (script === own ? [] : marksIn(script, keys)));
    return sounds.length > 0 ? [{ word: each, sounds }] : [];
  });
};
