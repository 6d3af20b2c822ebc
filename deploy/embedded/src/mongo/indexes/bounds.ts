import type { Doc } from '../documents.ts';
import { afterAll, kindRange } from '../keys.ts';
import { isDocument, isOperatorDocument, isRegex, kindOf } from '../values.ts';

/** The conditions of a filter on one field that an index can use. The filter itself is still applied. */
export type Constraint = {
  /** The field must equal one of these values. */
  points?: readonly unknown[];
  above?: unknown;
  below?: unknown;
  /** True for `$exists: true` and other conditions that a missing field cannot satisfy. */
  isPresent: boolean;
  /** The operands of `$type`. */
  types?: readonly unknown[];
};

export type Constraints = ReadonlyMap<string, Constraint>;

const isPoint = (value: unknown): boolean => !Array.isArray(value) && !isRegex(value);

/** Conditions that every matching document satisfies: the top level and those in `$and`. */
export const constraintsOf = (
  filter: unknown,
  found = new Map<string, Constraint>(),
): Map<string, Constraint> => {
  if (!isDocument(filter)) return found;
  for (const [name, condition] of Object.entries(filter)) {
    if (name === '$and' && Array.isArray(condition)) for (const part of condition) constraintsOf(part, found);
    else if (!name.startsWith('$')) constrain(found, name, condition);
  }
  return found;
};

const constrain = (found: Map<string, Constraint>, name: string, condition: unknown): void => {
  const constraint = found.get(name) ?? { isPresent: false };
  found.set(name, constraint);
  if (isRegex(condition)) constraint.isPresent = true;
  else if (isOperatorDocument(condition))
    for (const [operator, operand] of Object.entries(condition)) narrow(constraint, operator, operand);
  else if (isPoint(condition)) setPoints(constraint, [condition]);
};

const setPoints = (constraint: Constraint, points: readonly unknown[]): void => {
  if (constraint.points === undefined || points.length < constraint.points.length) constraint.points = points;
  if (points.every((point) => point !== null && point !== undefined)) constraint.isPresent = true;
};

const RANGE_KINDS: ReadonlySet<string> = new Set([
  'number',
  'string',
  'date',
  'objectId',
  'boolean',
  'timestamp',
  'binary',
]);

const narrow = (constraint: Constraint, operator: string, operand: unknown): void => {
  switch (operator) {
    case '$eq':
      if (isPoint(operand)) setPoints(constraint, [operand]);
      break;
    case '$in':
      if (Array.isArray(operand) && operand.every(isPoint)) setPoints(constraint, operand);
      break;
    case '$gt':
    case '$gte':
      if (!RANGE_KINDS.has(kindOf(operand))) break;
      constraint.isPresent = true;
      constraint.above ??= operand;
      break;
    case '$lt':
    case '$lte':
      if (!RANGE_KINDS.has(kindOf(operand))) break;
      constraint.isPresent = true;
      constraint.below ??= operand;
      break;
    case '$exists':
      if (operand === true || operand === 1) constraint.isPresent = true;
      break;
    case '$type':
      constraint.isPresent = true;
      constraint.types = [...(constraint.types ?? []), operand];
      break;
    case '$regex':
    case '$size':
    case '$elemMatch':
    case '$mod':
      constraint.isPresent = true;
      break;
  }
};

/** A range of an index: from <= key < to. */
export type Stretch = readonly [from: string, to: string];

const MAX_STRETCHES = 10_000;

type KeyOfField = (value: unknown) => string;

/** Ranges for point values after every prefix, or undefined when there are too many. */
export const pointStretches = (
  prefixes: readonly string[],
  points: readonly unknown[],
  key: KeyOfField,
): string[] | undefined => {
  if (prefixes.length * points.length > MAX_STRETCHES) return undefined;
  return [...new Set(prefixes.flatMap((prefix) => points.map((point) => prefix + key(point))))];
};

/**
 * Ranges for an interval after every prefix. Both ends are inclusive; the filter decides at the
 * edges. When the field contains arrays, one element may satisfy each end, so only one end can be used.
 */
export const rangeStretches = (
  prefixes: readonly string[],
  constraint: Constraint,
  key: KeyOfField,
  isDescending: boolean,
  hasArrays: boolean,
): Stretch[] => {
  const { above } = constraint;
  const below = hasArrays && above !== undefined ? undefined : constraint.below;
  const sample = above ?? below;
  const [kindStart, kindEnd] = kindRange(sample, isDescending);
  const low = isDescending ? below : above;
  const high = isDescending ? above : below;
  return prefixes.map((prefix) => [
    prefix + (low === undefined ? kindStart : key(low)),
    high === undefined ? prefix + kindEnd : afterAll(prefix + key(high)),
  ]);
};

export const wholeStretches = (prefixes: readonly string[]): Stretch[] =>
  prefixes.map((prefix) => [prefix, afterAll(prefix)]);

/** Conditions of a partial index as separate filters. */
export const conjuncts = (filter: Doc): Doc[] =>
  Object.entries(filter).flatMap(([name, condition]) =>
    name === '$and' && Array.isArray(condition)
      ? condition.filter(isDocument).flatMap(conjuncts)
      : [{ [name]: condition }],
  );
