import {
  bitsIn,
  errorsBetween,
  errorsForgiven,
  errorsOfStart,
  foldText,
  signatureOf,
  wordsOf,
} from './words.rules.ts';

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

/** Longer queries are cut: nobody types more, and each word costs a look into the vocabulary. */
export const QUERY_WORDS_MAX = 12;

const IN_TITLE = 1;
const IN_AUTHOR = 2;
const IN_OTHERS = 4;
const STRONG = IN_TITLE | IN_AUTHOR;

type Term = {
  readonly text: string;
  readonly letters: readonly string[];
  readonly signature: number;
  /** Slot of an item → where the word stands in it. */
  readonly places: Map<number, number>;
};
type Choose = (word: string, isLast: boolean) => readonly Term[];

/**
 * Words and the items they stand in, in memory. Items are named by slots: small whole numbers the caller hands out.
 * A search looks at the items its words stand in, never at all of them, and never backtracks.
 */
export const searchIndex = () => {
  const vocabulary = new Map<string, Term>();
  const kept = new Map<number, { readonly words: readonly string[]; readonly titles: readonly string[] }>();
  /** Terms by their text, for beginnings of words; put in order at the next search after a change. */
  let ordered: Term[] = [];
  let isOrdered = true;

  const termOf = (text: string): Term => {
    const known = vocabulary.get(text);
    if (known) return known;
    const letters = [...text];
    const term: Term = { text, letters, signature: signatureOf(letters), places: new Map() };
    vocabulary.set(text, term);
    isOrdered = false;
    return term;
  };

  const remove = (slot: number): void => {
    for (const text of kept.get(slot)?.words ?? []) {
      const term = vocabulary.get(text);
      term?.places.delete(slot);
      if (term?.places.size !== 0) continue;
      vocabulary.delete(text);
      isOrdered = false;
    }
    kept.delete(slot);
  };

  const add = (slot: number, { titles, author, others }: Searchable): void => {
    remove(slot);
    const words = new Set<string>();
    const note = (text: string, place: number): void => {
      for (const word of wordsOf(text)) {
        const { places } = termOf(word);
        places.set(slot, (places.get(slot) ?? 0) | place);
        words.add(word);
      }
    };
    for (const title of titles) note(title, IN_TITLE);
    note(author, IN_AUTHOR);
    for (const other of others) note(other, IN_OTHERS);
    kept.set(slot, { words: [...words], titles: titles.map(foldText) });
  };

  const inOrder = (): readonly Term[] => {
    if (isOrdered) return ordered;
    ordered = [...vocabulary.values()].sort((a, b) => (a.text < b.text ? -1 : 1));
    isOrdered = true;
    return ordered;
  };

  const beginningWith = (start: string): Term[] => {
    const terms = inOrder();
    let low = 0;
    let high = terms.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((terms[middle]?.text ?? '') < start) low = middle + 1;
      else high = middle;
    }
    const matches: Term[] = [];
    for (let term = terms[low]; term?.text.startsWith(start); term = terms[++low]) matches.push(term);
    return matches;
  };

  const asTyped: Choose = (word, isLast) => {
    const term = vocabulary.get(word);
    return isLast ? beginningWith(word) : term ? [term] : [];
  };

  /** Words as typed, and words a typing error away. */
  const nearly: Choose = (word, isLast) => {
    const letters = [...word];
    const most = errorsForgiven(letters.length);
    if (most === 0) return asTyped(word, isLast);
    const signature = signatureOf(letters);
    const close = inOrder().filter(
      (term) =>
        Math.abs(term.letters.length - letters.length) <= most &&
        bitsIn(term.signature ^ signature) <= 2 * most &&
        errorsBetween(letters, term.letters, most) <= most,
    );
    return isLast ? [...close, ...beginningWith(word)] : close;
  };

  /** The last word is still being typed and has an error already. */
  const nearlyBegun: Choose = (word, isLast) => {
    const letters = [...word];
    const most = errorsForgiven(letters.length);
    if (!isLast || most === 0) return nearly(word, isLast);
    const signature = signatureOf(letters);
    return inOrder().filter(
      (term) =>
        term.letters.length >= letters.length - most &&
        bitsIn(signature & ~term.signature) <= most &&
        errorsOfStart(letters, term.letters, most) <= most,
    );
  };

  const placesOf = (terms: readonly Term[]): ReadonlyMap<number, number> => {
    const [only] = terms;
    if (only && terms.length === 1) return only.places;
    const places = new Map<number, number>();
    for (const term of terms)
      for (const [slot, place] of term.places) places.set(slot, (places.get(slot) ?? 0) | place);
    return places;
  };

  const tierOfMatch = (slot: number, common: number, isStrong: boolean, query: string): number => {
    if (common & IN_TITLE) {
      const titles = kept.get(slot)?.titles ?? [];
      if (titles.includes(query)) return tiers.exactTitle;
      return titles.some((title) => title.startsWith(query)) ? tiers.titleStart : tiers.title;
    }
    if (common & IN_AUTHOR) return tiers.author;
    return isStrong ? tiers.titleAndAuthor : tiers.others;
  };

  const match = (words: readonly string[], choose: Choose): Map<number, number> => {
    const matches = new Map<number, number>();
    const places = words.map((word, position) => placesOf(choose(word, position === words.length - 1)));
    const [rarest, ...rest] = places.sort((a, b) => a.size - b.size);
    const query = words.join(' ');
    for (const [slot, first] of rarest ?? []) {
      let common = first;
      let isStrong = (first & STRONG) !== 0;
      for (const other of rest) {
        const place = other.get(slot) ?? 0;
        if (place === 0) common = -1;
        if (common < 0) break;
        common &= place;
        isStrong &&= (place & STRONG) !== 0;
      }
      if (common >= 0) matches.set(slot, tierOfMatch(slot, common, isStrong, query));
    }
    return matches;
  };

  return {
    add,
    remove,
    /**
     * Finds items that hold every word, in any order; the last word may be a beginning. When there are none, typing
     * errors are forgiven. @returns tier by slot; empty for a query without a word.
     */
    search: (query: string): ReadonlyMap<number, number> => {
      const words = wordsOf(query).slice(0, QUERY_WORDS_MAX);
      if (words.length === 0) return new Map();
      for (const choose of [asTyped, nearly]) {
        const found = match(words, choose);
        if (found.size > 0) return found;
      }
      return match(words, nearlyBegun);
    },
  };
};
