import { Decimal128, Long } from 'bson';
import { keyOf } from '../keys.ts';
import { integerOf } from '../kinds.ts';
import { addDecimals } from '../numbers.ts';
import { compare, isDocument, isNullish, kindOf, numberOf } from '../values.ts';
import { type MingoOptions, mingo } from './mingo.ts';
import { value } from './operator.ts';

type Accumulator = (documents: unknown[], argument: unknown, options: MingoOptions) => unknown;

/** The operand in each document; an accumulator that is used as an expression gets the values themselves. */
const collected = (documents: unknown[], argument: unknown, options: MingoOptions): unknown[] =>
  isNullish(argument) ? documents : documents.map((doc) => value(doc, argument, options));

const listOf = (values: unknown): unknown[] => (Array.isArray(values) ? values : []);

/** Sums keep the types of their terms: integers beyond 2^53 stay exact as Long, decimals as Decimal128. */
const sum: Accumulator = (documents, argument, options) => {
  if (typeof argument === 'number') return documents.length * argument;
  const numbers = collected(documents, argument, options).filter((value) => kindOf(value) === 'number');
  const plain = numbers.reduce((total: number, value) => total + numberOf(value), 0);
  if (numbers.some((value) => value instanceof Decimal128)) return addDecimals(numbers);
  const isLarge = Math.abs(plain) > Number.MAX_SAFE_INTEGER || numbers.some((value) => value instanceof Long);
  if (!isLarge) return plain;
  let exact = 0n;
  for (const value of numbers) {
    const integer = integerOf(value);
    if (integer === undefined) return plain;
    exact += integer;
  }
  const fits = exact >= -(2n ** 63n) && exact < 2n ** 63n;
  return fits ? Long.fromBigInt(exact) : plain;
};

const toSet: Accumulator = (documents, argument, options) => {
  const distinct = new Map<string, unknown>();
  for (const value of collected(documents, argument, options)) {
    const key = keyOf(value);
    if (value !== undefined && !distinct.has(key)) distinct.set(key, value);
  }
  return [...distinct.values()];
};

const firstOf =
  (name: '$topN' | '$bottomN'): Accumulator =>
  (documents, argument, options) => {
    const list = mingo().accumulators[name](
      documents.filter(isDocument),
      { sortBy: {}, output: null, ...(isDocument(argument) ? argument : {}), n: 1 },
      options,
    );
    return listOf(list)[0];
  };

/** Ignores null and missing values, which mingo would take for the greatest. */
const greatest: Accumulator = (documents, argument, options) => {
  const values = collected(documents, argument, options).filter((value) => !isNullish(value));
  return values.length === 0
    ? null
    : values.reduce((most, value) => (compare(value, most) > 0 ? value : most));
};

export const accumulatorOverrides = (): { [name: `$${string}`]: Accumulator } => ({
  $sum: sum,
  $max: greatest,
  $addToSet: toSet,
  $top: firstOf('$topN'),
  $bottom: firstOf('$bottomN'),
});
