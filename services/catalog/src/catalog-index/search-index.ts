import { createSoundIndex } from './sound-index.ts';
import { createVocabulary, fieldsOf, posting, slotOf, type Term } from './vocabulary.ts';
import { allowedErrors, foldText, wordsOf } from './words.rules.ts';

/** The searchable texts of an item. */
export type Searchable = {
  /** Title and alternative title; a romanized alternative title finds an Indic one. */
  readonly titles: readonly string[];
  readonly author: string;
  /** Tags and genres, ranked last. */
  readonly others: readonly string[];
};

/** Relevance tiers, best first. */
export const tiers = {
  exactTitle: 7,
  titleStart: 6,
  title: 5,
  author: 4,
  titleAndAuthor: 3,
  others: 2,
  otherScript: 1,
  none: 0,
} as const;
export const TIER_MAX = tiers.exactTitle;

/** The matching slots and their tiers; valid until the next search. */
export type Found = {
  readonly slots: readonly number[];
  readonly tierOf: (slot: number) => number;
  /** Nothing matches as typed: these are within the allowed edit distance. */
  readonly isApproximate: boolean;
};

/** Longer queries are truncated, because each word costs a vocabulary lookup. */
export const QUERY_WORDS_MAX = 12;

const IN_TITLE = 1;
const IN_AUTHOR = 2;
const IN_OTHERS = 4;
const FIRST_OF_TITLE = 8;
const WHOLE_TITLE = 16;
const STRONG = IN_TITLE | IN_AUTHOR;

type Indexed = { readonly words: readonly string[]; readonly titles: readonly string[] };
type Choose = (word: string, isLast: boolean) => readonly Term[];

/**
 * An in-memory inverted index. The caller assigns each item a slot, a small integer. A search reads only the postings of its
 * words, never backtracks, and allocates little.
 */
export const searchIndex = () => {
  const vocabulary = createVocabulary();
  const sounds = createSoundIndex();
  const indexed: (Indexed | undefined)[] = [];
  /** By slot, for one search: fields of the current word, fields common to all words so far, and relevance. */
  let wordFields = new Uint8Array(0);
  let commonFields = new Uint8Array(0);
  let strong = new Uint8Array(0);
  let fit = new Uint8Array(0);
  const tierOf = (slot: number): number => fit[slot] ?? 0;

  const ensureCapacity = (slot: number): void => {
    if (slot < wordFields.length) return;
    const capacity = Math.max(1024, 2 * slot);
    wordFields = new Uint8Array(capacity);
    commonFields = new Uint8Array(capacity);
    strong = new Uint8Array(capacity);
    fit = new Uint8Array(capacity);
  };

  const remove = (slot: number): void => {
    for (const word of indexed[slot]?.words ?? []) vocabulary.remove(word, slot);
    sounds.remove(slot);
    indexed[slot] = undefined;
  };

  const add = (slot: number, { titles, author, others }: Searchable): void => {
    remove(slot);
    ensureCapacity(slot);
    const fieldsByWord = new Map<string, number>();
    const addWords = (words: readonly string[], field: number): void => {
      for (const word of words) fieldsByWord.set(word, (fieldsByWord.get(word) ?? 0) | field);
    };
    for (const title of titles) {
      const words = wordsOf(title);
      addWords(words, IN_TITLE);
      addWords(words.slice(0, 1), words.length === 1 ? FIRST_OF_TITLE | WHOLE_TITLE : FIRST_OF_TITLE);
    }
    addWords(wordsOf(author), IN_AUTHOR);
    sounds.add(slot, [...fieldsByWord.keys()]);
    for (const other of others) addWords(wordsOf(other), IN_OTHERS);
    for (const [word, fields] of fieldsByWord) vocabulary.add(word, posting(slot, fields));
    indexed[slot] = { words: [...fieldsByWord.keys()], titles: titles.map(foldText) };
  };

  /** Marks the fields of these terms; a full-title match counts only for the exact word. @returns distinct slots */
  const mark = (terms: readonly Term[], word: string): number[] => {
    wordFields.fill(0);
    const slots: number[] = [];
    for (const { text, postings } of terms) {
      const counted = text === word ? ~0 : ~WHOLE_TITLE;
      for (const entry of postings) {
        const slot = slotOf(entry);
        const before = wordFields[slot] as number;
        if (before === 0) slots.push(slot);
        wordFields[slot] = before | (fieldsOf(entry) & counted);
      }
    }
    return slots;
  };

  const tierOfTitle = (slot: number, fields: number, words: readonly string[]): number => {
    if (words.length === 1) {
      if (fields & WHOLE_TITLE) return tiers.exactTitle;
      return fields & FIRST_OF_TITLE ? tiers.titleStart : tiers.title;
    }
    const query = words.join(' ');
    const titles = indexed[slot]?.titles ?? [];
    if (titles.includes(query)) return tiers.exactTitle;
    return titles.some((title) => title.startsWith(query)) ? tiers.titleStart : tiers.title;
  };

  const tierOfMatch = (slot: number, words: readonly string[]): number => {
    const fields = commonFields[slot] as number;
    if (fields & IN_TITLE) return tierOfTitle(slot, fields, words);
    if (fields & IN_AUTHOR) return tiers.author;
    return strong[slot] === 1 ? tiers.titleAndAuthor : tiers.others;
  };

  const weightOf = (terms: readonly Term[]): number =>
    terms.reduce((sum, { postings }) => sum + postings.length, 0);

  const match = (words: readonly string[], choose: Choose): number[] => {
    const chosen: { readonly word: string; readonly terms: readonly Term[] }[] = [];
    for (const [position, word] of words.entries()) {
      const terms = choose(word, position === words.length - 1);
      if (terms.length === 0) return [];
      chosen.push({ word, terms });
    }
    chosen.sort((a, b) => weightOf(a.terms) - weightOf(b.terms));
    let slots: number[] = [];
    for (const [n, { word, terms }] of chosen.entries()) {
      const marked = mark(terms, word);
      slots = n === 0 ? marked : slots.filter((slot) => wordFields[slot] !== 0);
      for (const slot of slots) {
        const fields = wordFields[slot] as number;
        const isStrong = (fields & STRONG) !== 0;
        commonFields[slot] = n === 0 ? fields : (commonFields[slot] as number) & fields;
        strong[slot] = isStrong && (n === 0 || strong[slot] === 1) ? 1 : 0;
      }
    }
    fit.fill(0);
    for (const slot of slots) fit[slot] = tierOfMatch(slot, words);
    return slots;
  };

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

  /**
   * Slots whose title or author has every word in another script, by sound. Words too short to compare are ignored; a word
   * may also match as written.
   */
  const soundMatch = (words: readonly string[]): number[] => {
    let slots: number[] | undefined;
    for (const word of words) {
      const found = sounds.find(word);
      if (!found) continue;
      if (found.size > 0)
        for (const { postings } of vocabulary.exact(word))
          for (const entry of postings) if (fieldsOf(entry) & STRONG) found.add(slotOf(entry));
      slots = slots ? slots.filter((slot) => found.has(slot)) : [...found];
      if (slots.length === 0) return [];
    }
    return slots ?? [];
  };

  /** Adds matches of other scripts below those that match as written. */
  const withOtherScripts = (slots: number[], words: readonly string[]): number[] => {
    const others = soundMatch(words).filter((slot) => fit[slot] === tiers.none);
    for (const slot of others) fit[slot] = tiers.otherScript;
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
        const written = match(words, choose);
        if (written.length === 0) fit.fill(0);
        const slots = choose === asTyped ? withOtherScripts(written, words) : written;
        if (slots.some(isRequested)) return { slots, tierOf, isApproximate: choose !== asTyped };
      }
      fit.fill(0);
      return { slots: [], tierOf, isApproximate: false };
    },
  };
};
