import {
  allowedErrors,
  editDistance,
  type Letters,
  lettersOf,
  popCount,
  signatureOf,
} from './words.rules.ts';

/** A word and its postings: one number per item in the order of slots, see `posting`. */
export type Term = {
  readonly text: string;
  readonly letters: Letters;
  readonly signature: number;
  readonly postings: number[];
};

/** The lowest bits are the fields of the item that contain the word; the slot is above them. */
const FIELD_BITS = 5;
export const posting = (slot: number, fields: number): number => (slot << FIELD_BITS) | fields;
export const slotOf = (entry: number): number => entry >>> FIELD_BITS;
export const fieldsOf = (entry: number): number => entry & ((1 << FIELD_BITS) - 1);

/** Called when a word appears in the first item, and when it is in no item any more. */
export type WordListener = { readonly add: (word: string) => void; readonly remove: (word: string) => void };

/** The position of the first posting of this slot or a later one. */
const positionOf = (postings: readonly number[], slot: number): number => {
  const first = posting(slot, 0);
  let low = 0;
  let high = postings.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    // `middle` is within the list
    if ((postings[middle] as number) < first) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The fields of one item that contain the word of these postings; 0 without any. */
export const fieldsIn = (postings: readonly number[], slot: number): number => {
  const entry = postings[positionOf(postings, slot)];
  return entry !== undefined && slotOf(entry) === slot ? fieldsOf(entry) : 0;
};

/** The terms in order, with parallel arrays for fast scans; rebuilt lazily after a change. */
const sortedTerms = (terms: ReadonlyMap<string, Term>) => {
  let ordered: Term[] = [];
  let signatures = new Int32Array(0);
  let lengths = new Uint8Array(0);
  let isSorted = true;

  const sortTerms = (): void => {
    if (isSorted) return;
    ordered = [...terms.values()].sort((a, b) => (a.text < b.text ? -1 : 1));
    signatures = Int32Array.from(ordered, ({ signature }) => signature);
    lengths = Uint8Array.from(ordered, ({ letters }) => Math.min(letters.length, 255));
    isSorted = true;
  };

  const withPrefix = (start: string): Term[] => {
    sortTerms();
    let low = 0;
    let high = ordered.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ordered[middle]?.text ?? '') < start) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while (ordered[end]?.text.startsWith(start)) end += 1;
    return ordered.slice(low, end);
  };

  /** Words within the allowed edit distance for this length. */
  const near = (word: string): Term[] => {
    sortTerms();
    const letters = lettersOf(word);
    const maxErrors = allowedErrors(letters.length);
    const signature = signatureOf(letters);
    const close: Term[] = [];
    for (let at = 0; at < ordered.length; at++) {
      const difference = (lengths[at] ?? 0) - letters.length;
      if (difference > maxErrors || difference < -maxErrors) continue;
      if (popCount((signatures[at] ?? 0) ^ signature) > 2 * maxErrors) continue;
      const term = ordered[at];
      if (term && editDistance(letters, term.letters, maxErrors) <= maxErrors) close.push(term);
    }
    return close;
  };

  /** The same for a word of which only a prefix is typed. */
  const nearPrefix = (start: string): Term[] => {
    sortTerms();
    const letters = lettersOf(start);
    const maxErrors = allowedErrors(letters.length);
    const signature = signatureOf(letters);
    const close: Term[] = [];
    for (let at = 0; at < ordered.length; at++) {
      if ((lengths[at] ?? 0) < letters.length - maxErrors) continue;
      if (popCount(signature & ~(signatures[at] ?? 0)) > maxErrors) continue;
      const term = ordered[at];
      if (term && editDistance(letters, term.letters, maxErrors, true) <= maxErrors) close.push(term);
    }
    return close;
  };

  return {
    /** Terms were added or removed. */
    invalidate: (): void => {
      isSorted = false;
    },
    withPrefix,
    near,
    nearPrefix,
  };
};

/** All indexed words, with lookup by exact word, by prefix and by edit distance. */
export const createVocabulary = (listener: WordListener) => {
  const terms = new Map<string, Term>();
  const { invalidate, withPrefix, near, nearPrefix } = sortedTerms(terms);

  /** @returns the term, which items keep instead of a copy of the word */
  const add = (text: string, entry: number): Term => {
    const known = terms.get(text);
    if (known) {
      const isLast = entry > (known.postings.at(-1) ?? -1);
      if (isLast) known.postings.push(entry);
      else known.postings.splice(positionOf(known.postings, slotOf(entry)), 0, entry);
      return known;
    }
    const letters = lettersOf(text);
    const term = { text, letters, signature: signatureOf(letters), postings: [entry] };
    terms.set(text, term);
    invalidate();
    listener.add(text);
    return term;
  };

  const remove = (term: Term, slot: number): void => {
    const at = positionOf(term.postings, slot);
    if (slotOf(term.postings[at] ?? -1) === slot) term.postings.splice(at, 1);
    if (term.postings.length > 0) return;
    terms.delete(term.text);
    invalidate();
    listener.remove(term.text);
  };

  const exact = (word: string): Term[] => {
    const term = terms.get(word);
    return term ? [term] : [];
  };

  return { add, remove, exact, withPrefix, near, nearPrefix };
};
