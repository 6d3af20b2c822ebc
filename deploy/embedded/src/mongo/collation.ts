import type { Doc } from './documents.ts';
import { keyOf } from './keys.ts';
import type { Comparison } from './paths.ts';
import { compare, isDocument, numberOf } from './values.ts';

/** The collation of a command; none for the simple one, which is binary order. */
export const collationOf = (value: unknown): Doc | undefined =>
  isDocument(value) && typeof value.locale === 'string' && value.locale !== 'simple' ? value : undefined;

const sensitivity = (collation: Doc): Intl.CollatorOptions['sensitivity'] => {
  const strength = collation.strength === undefined ? 3 : numberOf(collation.strength);
  if (strength === 1) return collation.caseLevel === true ? 'case' : 'base';
  return strength === 2 ? 'accent' : 'variant';
};

/** The order of values under a collation: the collation's for strings, BSON's for other types. */
export const comparisonFor = (collation: Doc | undefined): Comparison => {
  if (!collation) return compare;
  const { caseFirst } = collation;
  const collator = new Intl.Collator(String(collation.locale).replace('_', '-'), {
    sensitivity: sensitivity(collation),
    numeric: collation.numericOrdering === true,
    ignorePunctuation: collation.alternate === 'shifted',
    caseFirst: caseFirst === 'upper' || caseFirst === 'lower' ? caseFirst : 'false',
  });
  return (a, b) => (typeof a === 'string' && typeof b === 'string' ? collator.compare(a, b) : compare(a, b));
};

const foldText = (text: string, strength: number): string => {
  if (strength === 1) return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return strength === 2 ? text.normalize('NFC').toLowerCase() : text.normalize('NFC');
};

/** A value whose key is equal for values that are equal under the collation. For equality, not for order. */
export const fold = (value: unknown, collation: Doc | undefined): unknown =>
  collation && typeof value === 'string'
    ? foldText(value, collation.strength === undefined ? 3 : numberOf(collation.strength))
    : value;

/** Options under which equal strings may fold differently. */
const LOOSER = ['numericOrdering', 'caseLevel', 'alternate'] as const;

/** True when equal strings always fold to equal keys, so that an index finds all of them. */
export const isFoldable = (collation: Doc): boolean =>
  LOOSER.every((name) => collation[name] === undefined || collation[name] === false);

export const sameCollation = (a: Doc | undefined, b: Doc | undefined): boolean =>
  a === b || keyOf(a ?? null) === keyOf(b ?? null);
