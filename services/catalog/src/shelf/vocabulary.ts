import {
  bitsIn,
  errorsBetween,
  errorsForgiven,
  type Letters,
  lettersOf,
  signatureOf,
} from './words.rules.ts';

/** A word and where it stands: one number for each item, see `placed`. */
export type Term = {
  readonly text: string;
  readonly letters: Letters;
  readonly signature: number;
  places: number[];
};

/** Kinds of places are the lowest bits, the slot of the item is above them. */
const PLACE_BITS = 5;
export const placed = (slot: number, place: number): number => (slot << PLACE_BITS) | place;
export const slotOf = (entry: number): number => entry >>> PLACE_BITS;
export const placeIn = (entry: number): number => entry & ((1 << PLACE_BITS) - 1);

/** All words of the shelf, found whole, by their beginning, or a few typing errors away. */
export const openVocabulary = () => {
  const terms = new Map<string, Term>();
  /** In order of text, with what a look at all of them needs side by side; renewed at the first look after a change. */
  let ordered: Term[] = [];
  let signatures = new Int32Array(0);
  let lengths = new Uint8Array(0);
  let isOrdered = true;

  const putInOrder = (): void => {
    if (isOrdered) return;
    ordered = [...terms.values()].sort((a, b) => (a.text < b.text ? -1 : 1));
    signatures = Int32Array.from(ordered, ({ signature }) => signature);
    lengths = Uint8Array.from(ordered, ({ letters }) => Math.min(letters.length, 255));
    isOrdered = true;
  };

  const add = (text: string, entry: number): void => {
    const known = terms.get(text);
    if (known) {
      known.places.push(entry);
      return;
    }
    const letters = lettersOf(text);
    terms.set(text, { text, letters, signature: signatureOf(letters), places: [entry] });
    isOrdered = false;
  };

  const remove = (text: string, slot: number): void => {
    const term = terms.get(text);
    if (!term) return;
    term.places = term.places.filter((entry) => slotOf(entry) !== slot);
    if (term.places.length > 0) return;
    terms.delete(text);
    isOrdered = false;
  };

  const whole = (word: string): Term[] => {
    const term = terms.get(word);
    return term ? [term] : [];
  };

  const beginningWith = (start: string): Term[] => {
    putInOrder();
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

  /** Words as many typing errors away as a word of this length is forgiven. */
  const near = (word: string): Term[] => {
    putInOrder();
    const letters = lettersOf(word);
    const most = errorsForgiven(letters.length);
    const signature = signatureOf(letters);
    const close: Term[] = [];
    for (let at = 0; at < ordered.length; at++) {
      const difference = (lengths[at] ?? 0) - letters.length;
      if (difference > most || difference < -most) continue;
      if (bitsIn((signatures[at] ?? 0) ^ signature) > 2 * most) continue;
      const term = ordered[at];
      if (term && errorsBetween(letters, term.letters, most) <= most) close.push(term);
    }
    return close;
  };

  /** The same for a word of which only the beginning is typed. */
  const nearBegun = (start: string): Term[] => {
    putInOrder();
    const letters = lettersOf(start);
    const most = errorsForgiven(letters.length);
    const signature = signatureOf(letters);
    const close: Term[] = [];
    for (let at = 0; at < ordered.length; at++) {
      if ((lengths[at] ?? 0) < letters.length - most) continue;
      if (bitsIn(signature & ~(signatures[at] ?? 0)) > most) continue;
      const term = ordered[at];
      if (term && errorsBetween(letters, term.letters, most, true) <= most) close.push(term);
    }
    return close;
  };

  return { add, remove, whole, beginningWith, near, nearBegun };
};
