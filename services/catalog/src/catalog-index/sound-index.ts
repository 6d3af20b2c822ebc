import { phoneticKeys } from '@satrangi/contracts';

type Entry = { readonly slot: number; readonly script: number };

const LATIN = 0;
const BLOCK_BITS = 7;

/** The Unicode block of a word's first letter; all of Latin is one. */
const scriptOf = (word: string): number => {
  const code = word.codePointAt(0) ?? 0;
  return code < 0x0250 ? LATIN : code >>> BLOCK_BITS;
};

/**
 * Words of titles and names by their phonetic keys: finds `बरसात` for `barsaat` and the other way round. Words of the same
 * script never match here, because the vocabulary compares them letter by letter.
 */
export const createSoundIndex = () => {
  const entries = new Map<string, Entry[]>();
  const keysBySlot = new Map<number, string[]>();

  const remove = (slot: number): void => {
    for (const key of keysBySlot.get(slot) ?? []) {
      const left = (entries.get(key) ?? []).filter((entry) => entry.slot !== slot);
      if (left.length > 0) entries.set(key, left);
      else entries.delete(key);
    }
    keysBySlot.delete(slot);
  };

  return {
    remove,
    add: (slot: number, words: readonly string[]): void => {
      const keys = new Set<string>();
      for (const word of words) {
        const script = scriptOf(word);
        for (const key of phoneticKeys(word)) {
          const known = entries.get(key);
          if (known) known.push({ slot, script });
          else entries.set(key, [{ slot, script }]);
          keys.add(key);
        }
      }
      keysBySlot.set(slot, [...keys]);
    },
    /** Slots with a word of another script that sounds the same; undefined when the word is too short to compare. */
    find: (word: string): Set<number> | undefined => {
      const keys = phoneticKeys(word);
      if (keys.length === 0) return undefined;
      const script = scriptOf(word);
      const found = new Set<number>();
      for (const key of keys)
        for (const entry of entries.get(key) ?? []) if (entry.script !== script) found.add(entry.slot);
      return found;
    },
  };
};
