import { phoneticKeys } from '@satrangi/contracts';

const LATIN = 0;
const BLOCK_BITS = 7;

/** The Unicode block of a word's first letter; all of Latin is one. */
const scriptOf = (word: string): number => {
  const code = word.codePointAt(0) ?? 0;
  return code < 0x0250 ? LATIN : code >>> BLOCK_BITS;
};

/**
 * Words by their phonetic keys: finds `बरसात` for `barsaat` and the other way round. Words of the same script never match here,
 * because the vocabulary compares them letter by letter. Each word is kept once, however many items contain it.
 */
export const createSoundIndex = () => {
  const wordsByKey = new Map<string, Set<string>>();

  return {
    add: (word: string): void => {
      for (const key of phoneticKeys(word)) {
        const known = wordsByKey.get(key);
        if (known) known.add(word);
        else wordsByKey.set(key, new Set([word]));
      }
    },
    remove: (word: string): void => {
      for (const key of phoneticKeys(word)) {
        const words = wordsByKey.get(key);
        words?.delete(word);
        if (words?.size === 0) wordsByKey.delete(key);
      }
    },
    /** Words of another script that sound the same; undefined when the word is too short to compare. */
    find: (word: string): Set<string> | undefined => {
      const keys = phoneticKeys(word);
      if (keys.length === 0) return undefined;
      const script = scriptOf(word);
      const found = new Set<string>();
      for (const key of keys)
        for (const other of wordsByKey.get(key) ?? []) if (scriptOf(other) !== script) found.add(other);
      return found;
    },
  };
};
