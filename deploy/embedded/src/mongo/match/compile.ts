import { comparisonFor } from '../collation.ts';
import type { Doc } from '../documents.ts';
import { promote } from '../documents.ts';
import { badValue, MongoError, notSupported } from '../errors.ts';
import { evaluate, isTruthy } from '../expressions/evaluate.ts';
import type { Comparison } from '../paths.ts';
import {
  asDocument,
  compare,
  field,
  isArrayIndex,
  isDocument,
  isOperatorDocument,
  isRegex,
  kindOf,
  numberOf,
} from '../values.ts';
import { type Leaf, leafFor } from './leaf.ts';

export type Predicate = (doc: unknown) => boolean;

export type MatchOptions = {
  /** Values of `let`, for $expr. */
  readonly variables?: Doc | undefined;
  readonly collation?: Doc | undefined;
};

type Context = MatchOptions & { readonly order: Comparison };

/** True when the path has a value that satisfies a leaf. */
type Probe = (leaf: Leaf) => boolean;

type FieldTest = (probe: Probe) => boolean;

/** A filter as a predicate over documents, promoted or typed. Throws MongoDB's error for an invalid filter. */
export const compileFilter = (filter: unknown, options: MatchOptions = {}): Predicate => {
  if (filter === undefined || filter === null) return () => true;
  if (!isDocument(filter)) throw badValue('filter must be an object');
  return compileIn(filter, { ...options, order: comparisonFor(options.collation) });
};

const compileIn = (filter: Doc, context: Context): Predicate => {
  const tests = Object.entries(filter).flatMap(([name, condition]) =>
    isTopLevelOperator(name) ? topLevel(name, condition, context) : fieldPredicates(name, condition, context),
  );
  const [only] = tests;
  if (only && tests.length === 1) return only;
  return (doc) => tests.every((test) => test(doc));
};

const isTopLevelOperator = (name: string): boolean =>
  name.startsWith('$') && name !== '$ref' && name !== '$id' && name !== '$db';

const subFilters = (operator: string, operand: unknown, context: Context): Predicate[] => {
  if (!Array.isArray(operand) || operand.length === 0) throw badValue(`${operator} must be a nonempty array`);
  return operand.map((part) => {
    if (!isDocument(part)) throw badValue(`${operator} entries need to be full objects`);
    return compileIn(part, context);
  });
};

const topLevel = (operator: string, operand: unknown, context: Context): Predicate[] => {
  switch (operator) {
    case '$and':
      return subFilters(operator, operand, context);
    case '$or': {
      const parts = subFilters(operator, operand, context);
      return [(doc) => parts.some((part) => part(doc))];
    }
    case '$nor': {
      const parts = subFilters(operator, operand, context);
      return [(doc) => !parts.some((part) => part(doc))];
    }
    case '$comment':
    case '$alwaysTrue':
      return [];
    case '$alwaysFalse':
      return [() => false];
    case '$expr': {
      const expression = promote(operand);
      return [(doc) => isTruthy(evaluate(expression, doc, context.variables))];
    }
    case '$sampleRate':
      return [() => Math.random() < numberOf(operand)];
    case '$jsonSchema':
    case '$where':
      throw notSupported(operator);
    case '$text':
      throw new MongoError(27, 'text index required for $text query');
    default:
      throw badValue(
        `unknown top level operator: ${operator}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
      );
  }
};

const fieldPredicates = (name: string, condition: unknown, context: Context): Predicate[] => {
  const path = name.split('.');
  const operators = isRegex(condition)
    ? { $regex: condition }
    : isOperatorDocument(condition)
      ? condition
      : { $eq: condition };
  const [single] = path;
  return fieldTests(operators, context).map((test) =>
    path.length === 1 && single !== undefined
      ? (doc) => test((leaf) => topFieldHas(doc, single, leaf))
      : (doc) => test((leaf) => pathHas(doc, path, 0, leaf)),
  );
};

const topFieldHas = (doc: unknown, name: string, leaf: Leaf): boolean =>
  isDocument(doc) ? valueHas(field(doc, name), leaf) : pathHas(doc, [name], 0, leaf);

const valueHas = (value: unknown, leaf: Leaf): boolean => {
  if (leaf.test(value)) return true;
  return Array.isArray(value) && !leaf.whole && value.some(leaf.test);
};

/** Arrays on the path fan out; a number in the path may also be a position. */
const pathHas = (value: unknown, path: readonly string[], depth: number, leaf: Leaf): boolean => {
  const part = path[depth];
  if (part === undefined) return valueHas(value, leaf);
  if (Array.isArray(value)) {
    if (
      isArrayIndex(part) &&
      Number(part) < value.length &&
      pathHas(value[Number(part)], path, depth + 1, leaf)
    )
      return true;
    return value.some((element) => asDocument(element) !== undefined && pathHas(element, path, depth, leaf));
  }
  const doc = asDocument(value);
  return doc ? pathHas(field(doc, part), path, depth + 1, leaf) : valueHas(undefined, leaf);
};

const EXISTS: Leaf = { whole: true, test: (value) => value !== undefined };

const isFalsy = (value: unknown): boolean =>
  value === false || value === null || (kindOf(value) === 'number' && numberOf(value) === 0);

const fieldTests = (operators: Doc, context: Context): FieldTest[] =>
  Object.entries(operators).flatMap(([operator, operand]) => {
    const test = fieldTest(operator, operand, operators, context);
    return test ? [test] : [];
  });

const fieldTest = (
  operator: string,
  operand: unknown,
  siblings: Doc,
  context: Context,
): FieldTest | undefined => {
  switch (operator) {
    case '$options':
      if (!('$regex' in siblings)) throw badValue('$options needs a $regex');
      return undefined;
    case '$comment':
      return undefined;
    case '$ne': {
      if (isRegex(operand)) throw badValue("Can't have regex as arg to $ne.");
      const leaf = leafFor('$eq', operand, siblings, context.order);
      return (probe) => !probe(leaf);
    }
    case '$nin': {
      const leaf = leafFor('$in', operand, siblings, context.order);
      return (probe) => !probe(leaf);
    }
    case '$exists': {
      const wanted = !isFalsy(operand);
      return (probe) => probe(EXISTS) === wanted;
    }
    case '$not':
      return negation(operand, context);
    case '$all':
      return containsAll(operand, context);
    case '$elemMatch': {
      const leaf = elementLeaf(operand, context);
      return (probe) => probe(leaf);
    }
    case '$near':
    case '$nearSphere':
    case '$geoWithin':
    case '$geoIntersects':
    case '$within':
      throw notSupported(`${operator} (geospatial)`);
    default: {
      const leaf = leafFor(operator, operand, siblings, context.order);
      return (probe) => probe(leaf);
    }
  }
};

const negation = (operand: unknown, context: Context): FieldTest => {
  if (!isRegex(operand) && !isOperatorDocument(operand)) throw badValue('$not needs a regex or a document');
  const inner = fieldTests(
    isRegex(operand) ? { $regex: operand } : isDocument(operand) ? operand : {},
    context,
  );
  return (probe) => !inner.every((test) => test(probe));
};

const containsAll = (operand: unknown, context: Context): FieldTest => {
  if (!Array.isArray(operand)) throw badValue('$all needs an array');
  const leaves = operand.map((part) => {
    if (isOperatorDocument(part) && '$elemMatch' in part) return elementLeaf(part.$elemMatch, context);
    return leafFor(isRegex(part) ? '$regex' : '$eq', part, {}, context.order);
  });
  return (probe) => leaves.length > 0 && leaves.every(probe);
};

const LOGICAL: ReadonlySet<string> = new Set(['$and', '$or', '$nor', '$expr']);

/** `{$elemMatch: {$gt: 1, $lt: 5}}` tests elements as values; `{$elemMatch: {a: 1}}` as documents. */
const elementLeaf = (operand: unknown, context: Context): Leaf => {
  if (!isDocument(operand)) throw badValue('$elemMatch needs an Object');
  const test = elementTest(operand, context);
  return { whole: true, test: (value) => Array.isArray(value) && value.some(test) };
};

const elementTest = (operand: Doc, context: Context): Predicate => {
  const [first = ''] = Object.keys(operand);
  if (isOperatorDocument(operand) && !LOGICAL.has(first)) {
    const tests = fieldTests(operand, context);
    return (element) => tests.every((test) => test((leaf) => leaf.test(element)));
  }
  const matches = compileIn(operand, context);
  return (element) => {
    if (Array.isArray(element)) return matches({ ...element });
    return asDocument(element) !== undefined && matches(element);
  };
};

/** The condition of `$elemMatch` in a projection. */
export const elementMatcher = (operand: unknown, collation: Doc | undefined): Predicate => {
  if (!isDocument(operand)) throw badValue('$elemMatch needs an Object');
  return elementTest(operand, { collation, order: comparisonFor(collation) });
};

/** `{x: condition}` applied to a single value: for $pull, array filters and positions. */
export const valueMatcher = (condition: unknown, collation?: Doc): Predicate => {
  const tests = fieldPredicates('x', condition, {
    collation,
    order: collation ? comparisonFor(collation) : compare,
  });
  return (value) => tests.every((test) => test({ x: value }));
};

/** Filters on numeric types need the typed document. */
export const needsTypes = (filter: unknown): boolean => {
  if (Array.isArray(filter)) return filter.some(needsTypes);
  if (!isDocument(filter)) return false;
  return '$type' in filter || Object.values(filter).some(needsTypes);
};
