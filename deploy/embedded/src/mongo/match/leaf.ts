import type { Doc } from '../documents.ts';
import { badValue, MongoError, notSupported } from '../errors.ts';
import { keyOf } from '../keys.ts';
import { integerOf, isNumberType, typeCodeOf, typeCodeOfAlias } from '../kinds.ts';
import type { Comparison } from '../paths.ts';
import { regexOf, toPattern } from '../patterns/regex.ts';
import { compare, isNullish, isOperatorDocument, isRegex, kindOf, numberOf, show } from '../values.ts';

/** A condition on one value. `whole` conditions apply to an array itself, never to its elements. */
export type Leaf = { readonly test: (value: unknown) => boolean; readonly whole?: boolean };

/** Operators that test a single value; `siblings` is the surrounding operator document, for $options. */
export const leafFor = (operator: string, operand: unknown, siblings: Doc, order: Comparison): Leaf => {
  switch (operator) {
    case '$eq':
      return equals(operand, order);
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return range(operator, operand, order);
    case '$in':
      return isIn(operand, order);
    case '$regex':
      return matchesRegex(operand, siblings.$options);
    case '$mod':
      return modulo(operand);
    case '$type':
      return hasType(operand);
    case '$size':
      return hasSize(operand);
    case '$bitsAllSet':
    case '$bitsAnySet':
    case '$bitsAllClear':
    case '$bitsAnyClear':
      throw notSupported(operator);
    default:
      throw badValue(`unknown operator: ${operator}`);
  }
};

const equals = (operand: unknown, order: Comparison): Leaf => {
  if (isNullish(operand)) return { test: isNullish };
  const kind = kindOf(operand);
  if (kind === 'regex' || kind === 'objectId' || kind === 'object') {
    const key = keyOf(operand);
    if (kind !== 'object' || order === compare)
      return { test: (value) => kindOf(value) === kind && keyOf(value) === key };
  }
  return { test: (value) => kindOf(value) === kind && order(value, operand) === 0 };
};

const range = (operator: string, operand: unknown, order: Comparison): Leaf => {
  const kind = kindOf(operand);
  const inclusive = operator.endsWith('e');
  const upwards = operator.startsWith('$g');
  if (kind === 'regex') throw badValue("Can't have RegEx as arg to predicate over field");
  if (kind === 'null') return { test: (value) => inclusive && isNullish(value) };
  if (kind === 'minKey' || kind === 'maxKey') {
    const everything = (kind === 'minKey') === upwards;
    return { test: (value) => everything || (inclusive && kindOf(value) === kind) };
  }
  const isNaNOperand = kind === 'number' && Number.isNaN(numberOf(operand));
  return {
    test: (value) => {
      if (kindOf(value) !== kind) return false;
      if (kind === 'number' && (isNaNOperand || Number.isNaN(numberOf(value))))
        return inclusive && isNaNOperand && Number.isNaN(numberOf(value));
      const result = order(value, operand);
      if (result === 0) return inclusive;
      return result > 0 === upwards;
    },
  };
};

const isIn = (operand: unknown, order: Comparison): Leaf => {
  if (!Array.isArray(operand)) throw badValue('$in needs an array');
  for (const value of operand) if (isOperatorDocument(value)) throw badValue('cannot nest $ under $in');
  const patterns = operand.filter(isRegex).map((regex) => toPattern(regex));
  const hasNull = operand.some((value) => value === null);
  const keys = new Set(operand.map(keyOf));
  const texts = order === compare ? [] : operand.filter((value) => typeof value === 'string');
  return {
    test: (value) => {
      if (value === undefined) return hasNull;
      if (keys.has(keyOf(value))) return true;
      if (typeof value !== 'string') return false;
      return texts.some((text) => order(text, value) === 0) || patterns.some((regex) => regex.test(value));
    },
  };
};

const matchesRegex = (operand: unknown, options: unknown): Leaf => {
  if (typeof operand !== 'string' && !isRegex(operand)) throw badValue('$regex has to be a string');
  if (options !== undefined && typeof options !== 'string') throw badValue('$options has to be a string');
  const regex = toPattern(operand, options);
  const key = keyOf(regexOf(operand, options));
  return {
    test: (value) => (typeof value === 'string' ? regex.test(value) : isRegex(value) && keyOf(value) === key),
  };
};

const modulo = (operand: unknown): Leaf => {
  if (!Array.isArray(operand) || operand.length < 2) throw badValue('malformed mod, not enough elements');
  if (operand.length > 2) throw badValue('malformed mod, too many elements');
  const [divisor, remainder] = operand.map((value) => Math.trunc(numberOf(value)));
  if (divisor === 0) throw badValue('divisor cannot be 0');
  if (divisor === undefined || Number.isNaN(divisor)) throw badValue('malformed mod, divisor not a number');
  return {
    test: (value) => {
      if (kindOf(value) !== 'number') return false;
      const exact = integerOf(value);
      const whole = exact === undefined ? Math.trunc(numberOf(value)) : undefined;
      if (whole !== undefined) return whole % divisor === remainder;
      return exact !== undefined && Number(exact % BigInt(divisor)) === remainder;
    },
  };
};

/** Type numbers of `$type` or `bsonType`; 'number' includes four of them. */
export const typeTest = (operand: unknown): ((value: unknown) => boolean) => {
  const names = Array.isArray(operand) ? operand : [operand];
  const anyNumber = names.includes('number');
  const codes = new Set(
    names
      .filter((name) => name !== 'number')
      .map((name) => {
        const code = typeof name === 'string' ? typeCodeOfAlias(name) : numberOf(name);
        if (code === undefined) throw badValue(`Unknown type name alias: ${name}`);
        if (Number.isNaN(code)) throw new MongoError(14, 'type must be represented as a number or a string');
        return code;
      }),
  );
  return (value) => {
    const code = typeCodeOf(value);
    return codes.has(code) || (anyNumber && isNumberType(code));
  };
};

const hasType = (operand: unknown): Leaf => ({ test: typeTest(operand) });

const hasSize = (operand: unknown): Leaf => {
  const size = kindOf(operand) === 'number' ? numberOf(operand) : Number.NaN;
  if (!Number.isInteger(size) || size < 0)
    throw badValue(`Failed to parse $size. Expected a non-negative number in: $size: ${show(operand)}`);
  return { whole: true, test: (value) => Array.isArray(value) && value.length === size };
};
