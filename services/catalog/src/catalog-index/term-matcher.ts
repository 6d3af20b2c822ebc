import {
  FIRST_OF_TITLE,
  IN_AUTHOR,
  IN_TITLE,
  STRONG,
  TIER_OF_FIELDS,
  tiers,
  WHOLE_TITLE,
} from './relevance.rules.ts';
import { fieldsIn, fieldsOf, slotOf, type Term } from './vocabulary.ts';

/** A word of a query, and the terms that match it. */
export type ChosenTerms = { readonly word: string; readonly terms: readonly Term[] };

/** Looking up one item in the postings of a word costs about as much as reading this many of them. */
const LOOKUP_COST = 8;

const weightOf = ({ terms }: ChosenTerms): number =>
  terms.reduce((sum, { postings }) => sum + postings.length, 0);

/** Marks the fields of these terms; a full-title match counts only for the exact word. @returns distinct slots */
const mark = (wordFields: Uint8Array, { word, terms }: ChosenTerms): number[] => {
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

/** The same for some items only, which is less work when the word is in many others. */
const markSome = (wordFields: Uint8Array, { word, terms }: ChosenTerms, slots: readonly number[]): void => {
  for (const slot of slots) {
    let fields = 0;
    for (const { text, postings } of terms)
      fields |= fieldsIn(postings, slot) & (text === word ? ~0 : ~WHOLE_TITLE);
    wordFields[slot] = fields;
  }
};

const tierOfTitle = (titles: readonly string[], words: readonly string[]): number => {
  const query = words.join(' ');
  if (titles.includes(query)) return tiers.exactTitle;
  return titles.some((title) => title.startsWith(query)) ? tiers.titleStart : tiers.title;
};

/**
 * Finds the slots that contain every word of a query, and their tiers, in arrays that each search overwrites.
 * @param titlesOf the titles of the item in a slot, as words
 */
export const createTermMatcher = (titlesOf: (slot: number) => readonly string[]) => {
  /** By slot, for one search: fields of the current word, fields common to all words so far, and relevance. */
  let wordFields = new Uint8Array(0);
  let commonFields = new Uint8Array(0);
  let strong = new Uint8Array(0);
  /** 1 where a title may begin with the first word. */
  let begins = new Uint8Array(0);
  let fit = new Uint8Array(0);
  const tierOf = (slot: number): number => fit[slot] ?? 0;

  const ensureCapacity = (slot: number): void => {
    if (slot < wordFields.length) return;
    const capacity = Math.max(1024, 2 * slot);
    wordFields = new Uint8Array(capacity);
    commonFields = new Uint8Array(capacity);
    strong = new Uint8Array(capacity);
    begins = new Uint8Array(capacity);
    fit = new Uint8Array(capacity);
  };

  const tierOfMatch = (slot: number, words: readonly string[]): number => {
    const fields = commonFields[slot] as number;
    if (fields & IN_TITLE) return begins[slot] === 1 ? tierOfTitle(titlesOf(slot), words) : tiers.title;
    if (fields & IN_AUTHOR) return tiers.author;
    return strong[slot] === 1 ? tiers.titleAndAuthor : tiers.others;
  };

  /** One word: its fields alone decide the tier. */
  const matchOne = (only: ChosenTerms): number[] => {
    const slots = mark(wordFields, only);
    fit.fill(0);
    // both arrays have an element for each slot and each set of fields
    for (const slot of slots) fit[slot] = TIER_OF_FIELDS[wordFields[slot] as number] as number;
    return slots;
  };

  /** The slots that contain every word. @param chosen the terms of each word, in any order */
  const match = (words: readonly string[], chosen: ChosenTerms[]): number[] => {
    const [only] = chosen;
    if (only && chosen.length === 1) return matchOne(only);
    chosen.sort((a, b) => weightOf(a) - weightOf(b));
    let slots: number[] = [];
    for (const [n, each] of chosen.entries()) {
      if (n === 0) slots = mark(wordFields, each);
      else {
        if (each.terms.length * slots.length * LOOKUP_COST < weightOf(each))
          markSome(wordFields, each, slots);
        else mark(wordFields, each);
        slots = slots.filter((slot) => wordFields[slot] !== 0);
      }
      const isFirst = each.word === words[0];
      for (const slot of slots) {
        const fields = wordFields[slot] as number;
        if (isFirst) begins[slot] = (fields & FIRST_OF_TITLE) === 0 ? 0 : 1;
        const isStrong = (fields & STRONG) !== 0;
        commonFields[slot] = n === 0 ? fields : (commonFields[slot] as number) & fields;
        strong[slot] = isStrong && (n === 0 || strong[slot] === 1) ? 1 : 0;
      }
    }
    fit.fill(0);
    for (const slot of slots) fit[slot] = tierOfMatch(slot, words);
    return slots;
  };

  return {
    ensureCapacity,
    match,
    tierOf,
    setTier: (slot: number, tier: number): void => {
      fit[slot] = tier;
    },
    clearTiers: (): void => void fit.fill(0),
  };
};
