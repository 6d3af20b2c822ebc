import { createItemFields, type Searchable } from './item-fields.ts';
import { STRONG, tiers } from './relevance.rules.ts';
import { createSoundIndex } from './sound-index.ts';
import { type ChosenTerms, createTermMatcher } from './term-matcher.ts';
import { createVocabulary, fieldsOf, posting, slotOf, type Term } from './vocabulary.ts';
import { allowedErrors, wordsOf } from './words.rules.ts';

/** The matching slots and their tiers; valid until the next search. */
export type Found = {
  readonly slots: readonly number[];
  readonly tierOf: (slot: number) => number;
  /** Nothing matches as typed: these are within the allowed edit distance. */
  readonly isApproximate: boolean;
};

/** Longer queries are truncated, because each word costs a vocabulary lookup. */
export const QUERY_WORDS_MAX = 12;

type Indexed = { readonly terms: readonly Term[]; readonly titles: readonly string[] };
type Choose = (word: string, isLast: boolean) => readonly Term[];

/** The terms of each word; null when a word has none. */
const chooseTerms = (words: readonly string[], choose: Choose): ChosenTerms[] | null => {
  const chosen: ChosenTerms[] = [];
  for (const [position, word] of words.entries()) {
    const terms = choose(word, position === words.length - 1);
    if (terms.length === 0) return null;
    chosen.push({ word, terms });
  }
  return chosen;
};

type Vocabulary = ReturnType<typeof createVocabulary>;

/** How the words of a query choose terms. The last word may be unfinished. */
const strategiesOf = (vocabulary: Vocabulary) => {
  const asTyped: Choose = (word, isLast) => (isLast ? vocabulary.withPrefix(word) : vocabulary.exact(word));

  /** Fuzzy matching: words within the allowed edit distance. @param isPrefix the last word may be unfinished */
  const fuzzy = (isPrefix: boolean): Choose => {
    const nearOf = new Map<string, readonly Term[]>();
    return (word, isLast) => {
      if (allowedErrors([...word].length) === 0) return asTyped(word, isLast);
      if (isLast && isPrefix) return vocabulary.nearPrefix(word);
      const near = nearOf.get(word) ?? vocabulary.near(word);
      nearOf.set(word, near);
      return isLast ? [...new Set([...near, ...vocabulary.withPrefix(word)])] : near;
    };
  };

  return { asTyped, fuzzy };
};

/** Finds items by the sounds of their titles and authors. */
const soundMatcher = (vocabulary: Vocabulary, sounds: ReturnType<typeof createSoundIndex>) => {
  /** Items with the word in a title or a name. */
  const strongSlots = (word: string): number[] =>
    vocabulary
      .exact(word)
      .flatMap(({ postings }) => postings.filter((entry) => fieldsOf(entry) & STRONG).map(slotOf));

  /**
   * Slots whose title or author has every word in another script, by sound. Words too short to compare are ignored; a word
   * may also match as written.
   */
  return (words: readonly string[]): number[] => {
    let slots: number[] | undefined;
    for (const word of words) {
      const others = sounds.find(word);
      if (!others) continue;
      const found = new Set([...others].flatMap(strongSlots));
      if (found.size > 0 && words.length > 1) for (const slot of strongSlots(word)) found.add(slot);
      slots = slots ? slots.filter((slot) => found.has(slot)) : [...found];
      if (slots.length === 0) return [];
    }
    return slots ?? [];
  };
};

/**
 * An in-memory inverted index. The caller assigns each item a slot, a small integer. A search reads only the postings of its
 * words, never backtracks, and allocates little.
 */
export const searchIndex = () => {
  const sounds = createSoundIndex();
  const vocabulary = createVocabulary(sounds);
  const indexed: (Indexed | undefined)[] = [];
  const matcher = createTermMatcher((slot) => indexed[slot]?.titles ?? []);
  const { tierOf } = matcher;
  const fieldsOfItem = createItemFields();
  const { asTyped, fuzzy } = strategiesOf(vocabulary);
  const soundMatch = soundMatcher(vocabulary, sounds);

  const remove = (slot: number): void => {
    for (const term of indexed[slot]?.terms ?? []) vocabulary.remove(term, slot);
    indexed[slot] = undefined;
  };

  const add = (slot: number, item: Searchable): void => {
    remove(slot);
    matcher.ensureCapacity(slot);
    const { fieldsByWord, titles } = fieldsOfItem(item);
    const terms = Array.from(fieldsByWord, ([word, fields]) => vocabulary.add(word, posting(slot, fields)));
    indexed[slot] = { terms, titles };
  };

  /** Adds matches of other scripts below those that match as written. */
  const withOtherScripts = (slots: number[], words: readonly string[]): number[] => {
    const others = soundMatch(words).filter((slot) => tierOf(slot) === tiers.none);
    for (const slot of others) matcher.setTier(slot, tiers.otherScript);
    return others.length === 0 ? slots : [...slots, ...others];
  };

  return {
    add,
    remove,
    /**
     * Finds items that contain every word in any order; the last word may be a prefix. Falls back to fuzzy matching when no
     * item matches exactly. Finds nothing for a query without words.
     * @param isRequested selects the requested items; a match outside of them does not prevent the fallback
     */
    search: (query: string, isRequested: (slot: number) => boolean = () => true): Found => {
      const words = wordsOf(query).slice(0, QUERY_WORDS_MAX);
      const strategies = words.length === 0 ? [] : [asTyped, fuzzy(false), fuzzy(true)];
      for (const choose of strategies) {
        const chosen = chooseTerms(words, choose);
        const written = chosen ? matcher.match(words, chosen) : [];
        if (written.length === 0) matcher.clearTiers();
        const slots = choose === asTyped ? withOtherScripts(written, words) : written;
        if (slots.some(isRequested)) return { slots, tierOf, isApproximate: choose !== asTyped };
      }
      matcher.clearTiers();
      return { slots: [], tierOf, isApproximate: false };
    },
  };
};
