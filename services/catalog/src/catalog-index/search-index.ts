import { createItemFields, type Searchable } from './item-fields.ts';
import { sameMeaning } from './other-words.rules.ts';
import { STRONG, tiers } from './relevance.rules.ts';
import { createSoundIndex } from './sound-index.ts';
import { type ChosenTerms, createTermMatcher } from './term-matcher.ts';
import { createVocabulary, fieldsOf, posting, slotOf, type Term } from './vocabulary.ts';
import { allowedErrors, stemOf, wordsOf } from './words.rules.ts';

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
  const written: Choose = (word, isLast) => (isLast ? vocabulary.withPrefix(word) : vocabulary.exact(word));
  /** As typed, with other endings, and words that mean the same. */
  const asTyped: Choose = (word, isLast) => {
    const terms = written(word, isLast);
    const stem = stemOf(word);
    const others = [
      ...(stem === null ? [] : vocabulary.withPrefix(stem)),
      ...sameMeaning(word).flatMap(vocabulary.exact),
    ];
    return others.length === 0 ? terms : [...new Set([...terms, ...others])];
  };

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

const hasStrong = ({ postings }: Term): boolean => postings.some((entry) => (fieldsOf(entry) & STRONG) !== 0);

/**
 * Finds items by the sounds of their titles and authors.
 * @param slotCount a number above every slot
 */
const soundMatcher = (
  vocabulary: Vocabulary,
  sounds: ReturnType<typeof createSoundIndex>,
  slotCount: () => number,
) => {
  /** By slot, for one search: the number of words so far that its item has. */
  let found = new Uint8Array(0);
  const clear = (): void => {
    if (found.length < slotCount()) found = new Uint8Array(2 * slotCount());
    else found.fill(0);
  };

  /** The slots that have all words so far, and one of these terms in a title or a name. */
  const match = (terms: readonly Term[], wordsSoFar: number): number[] => {
    const slots: number[] = [];
    for (const { postings } of terms)
      for (const entry of postings) {
        const slot = slotOf(entry);
        if ((fieldsOf(entry) & STRONG) === 0 || found[slot] !== wordsSoFar) continue;
        found[slot] = wordsSoFar + 1;
        slots.push(slot);
      }
    return slots;
  };

  /**
   * Slots whose title or author has every word in another script, by sound. Words too short to compare are ignored; a word
   * may also match as written.
   */
  return (words: readonly string[]): number[] => {
    let slots: number[] = [];
    let compared = 0;
    for (const word of words) {
      const others = sounds.find(word);
      if (!others) continue;
      const terms = [...others].flatMap(vocabulary.exact);
      if (!terms.some(hasStrong)) return [];
      if (compared === 0) clear();
      slots = match(words.length > 1 ? [...terms, ...vocabulary.exact(word)] : terms, compared);
      if (slots.length === 0) return [];
      compared += 1;
    }
    return slots;
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
  const soundMatch = soundMatcher(vocabulary, sounds, () => indexed.length);

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
