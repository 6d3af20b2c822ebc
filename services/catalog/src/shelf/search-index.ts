import { openVocabulary, placed, placeIn, slotOf, type Term } from './vocabulary.ts';
import { errorsForgiven, foldText, wordsOf } from './words.rules.ts';

/** What of an item can be searched. */
export type Searchable = {
  /** Title and other title; a romanised other title finds an Indic one. */
  readonly titles: readonly string[];
  readonly author: string;
  /** Tags and genres: found, but last. */
  readonly others: readonly string[];
};

/** How well an item fits, best first. */
export const tiers = {
  exactTitle: 6,
  titleStart: 5,
  title: 4,
  author: 3,
  titleAndAuthor: 2,
  others: 1,
  none: 0,
} as const;
export const TIER_MAX = tiers.exactTitle;

/** The slots that fit, and how well each does; good until the next search. */
export type Found = { readonly slots: readonly number[]; readonly tierOf: (slot: number) => number };

/** Longer queries are cut: nobody types more, and each word costs a look into the vocabulary. */
export const QUERY_WORDS_MAX = 12;

const IN_TITLE = 1;
const IN_AUTHOR = 2;
const IN_OTHERS = 4;
const FIRST_OF_TITLE = 8;
const WHOLE_TITLE = 16;
const STRONG = IN_TITLE | IN_AUTHOR;

type Kept = { readonly words: readonly string[]; readonly titles: readonly string[] };
type Choose = (word: string, isLast: boolean) => readonly Term[];

/**
 * Words and the items they stand in, in memory. Items are named by slots: small whole numbers the caller hands out.
 * A search looks at the places of its words, never at the items; it never backtracks, and allocates little.
 */
export const searchIndex = () => {
  const vocabulary = openVocabulary();
  const kept: (Kept | undefined)[] = [];
  /** By slot, for one search: where the present word stands, where all words so far stand, how well it fits. */
  let here = new Uint8Array(0);
  let everywhere = new Uint8Array(0);
  let strong = new Uint8Array(0);
  let fit = new Uint8Array(0);
  const tierOf = (slot: number): number => fit[slot] ?? 0;

  const makeRoom = (slot: number): void => {
    if (slot < here.length) return;
    const room = Math.max(1024, 2 * slot);
    here = new Uint8Array(room);
    everywhere = new Uint8Array(room);
    strong = new Uint8Array(room);
    fit = new Uint8Array(room);
  };

  const remove = (slot: number): void => {
    for (const word of kept[slot]?.words ?? []) vocabulary.remove(word, slot);
    kept[slot] = undefined;
  };

  const add = (slot: number, { titles, author, others }: Searchable): void => {
    remove(slot);
    makeRoom(slot);
    const places = new Map<string, number>();
    const note = (words: readonly string[], place: number): void => {
      for (const word of words) places.set(word, (places.get(word) ?? 0) | place);
    };
    for (const title of titles) {
      const words = wordsOf(title);
      note(words, IN_TITLE);
      note(words.slice(0, 1), words.length === 1 ? FIRST_OF_TITLE | WHOLE_TITLE : FIRST_OF_TITLE);
    }
    note(wordsOf(author), IN_AUTHOR);
    for (const other of others) note(wordsOf(other), IN_OTHERS);
    for (const [word, place] of places) vocabulary.add(word, placed(slot, place));
    kept[slot] = { words: [...places.keys()], titles: titles.map(foldText) };
  };

  /** Notes where these words stand; a whole title counts only for the word itself. @returns the slots, each once. */
  const mark = (terms: readonly Term[], word: string): number[] => {
    here.fill(0);
    const slots: number[] = [];
    for (const { text, places } of terms) {
      const counted = text === word ? ~0 : ~WHOLE_TITLE;
      for (const entry of places) {
        const slot = slotOf(entry);
        const before = here[slot] as number;
        if (before === 0) slots.push(slot);
        here[slot] = before | (placeIn(entry) & counted);
      }
    }
    return slots;
  };

  const tierOfTitle = (slot: number, places: number, words: readonly string[]): number => {
    if (words.length === 1) {
      if (places & WHOLE_TITLE) return tiers.exactTitle;
      return places & FIRST_OF_TITLE ? tiers.titleStart : tiers.title;
    }
    const query = words.join(' ');
    const titles = kept[slot]?.titles ?? [];
    if (titles.includes(query)) return tiers.exactTitle;
    return titles.some((title) => title.startsWith(query)) ? tiers.titleStart : tiers.title;
  };

  const tierOfMatch = (slot: number, words: readonly string[]): number => {
    const places = everywhere[slot] as number;
    if (places & IN_TITLE) return tierOfTitle(slot, places, words);
    if (places & IN_AUTHOR) return tiers.author;
    return strong[slot] === 1 ? tiers.titleAndAuthor : tiers.others;
  };

  const weightOf = (terms: readonly Term[]): number =>
    terms.reduce((sum, { places }) => sum + places.length, 0);

  const match = (words: readonly string[], choose: Choose): number[] => {
    const chosen: { readonly word: string; readonly terms: readonly Term[] }[] = [];
    for (const [position, word] of words.entries()) {
      const terms = choose(word, position === words.length - 1);
      if (terms.length === 0) return [];
      chosen.push({ word, terms });
    }
    chosen.sort((a, b) => weightOf(a.terms) - weightOf(b.terms));
    let slots: number[] = [];
    for (const [turn, { word, terms }] of chosen.entries()) {
      const marked = mark(terms, word);
      slots = turn === 0 ? marked : slots.filter((slot) => here[slot] !== 0);
      for (const slot of slots) {
        const places = here[slot] as number;
        const isStrong = (places & STRONG) !== 0;
        everywhere[slot] = turn === 0 ? places : (everywhere[slot] as number) & places;
        strong[slot] = isStrong && (turn === 0 || strong[slot] === 1) ? 1 : 0;
      }
    }
    fit.fill(0);
    for (const slot of slots) fit[slot] = tierOfMatch(slot, words);
    return slots;
  };

  const asTyped: Choose = (word, isLast) =>
    isLast ? vocabulary.beginningWith(word) : vocabulary.whole(word);

  /** Words as typed and words a typing error away; `isBegun` also of which the last is not finished. */
  const forgiving = (isBegun: boolean): Choose => {
    const nearOf = new Map<string, readonly Term[]>();
    return (word, isLast) => {
      if (errorsForgiven([...word].length) === 0) return asTyped(word, isLast);
      if (isLast && isBegun) return vocabulary.nearBegun(word);
      const near = nearOf.get(word) ?? vocabulary.near(word);
      nearOf.set(word, near);
      return isLast ? [...new Set([...near, ...vocabulary.beginningWith(word)])] : near;
    };
  };

  return {
    add,
    remove,
    /**
     * Finds items that hold every word, in any order; the last word may be a beginning. When there are none, typing
     * errors are forgiven. Finds nothing for a query without a word. @param isAsked which items are asked for:
     * others are found too, but never hide that those hold the words only with an error
     */
    search: (query: string, isAsked: (slot: number) => boolean = () => true): Found => {
      const words = wordsOf(query).slice(0, QUERY_WORDS_MAX);
      const ways = words.length === 0 ? [] : [asTyped, forgiving(false), forgiving(true)];
      for (const choose of ways) {
        const slots = match(words, choose);
        if (slots.some(isAsked)) return { slots, tierOf };
      }
      fit.fill(0);
      return { slots: [], tierOf };
    },
  };
};
