import { type Document, EJSON } from 'bson';

/** Entities that a test may reference, by id. */
export type Entities = ReadonlyMap<string, unknown>;

const isObject = (value: unknown): value is Document =>
  value !== null &&
  typeof value === 'object' &&
  !Array.isArray(value) &&
  !('_bsontype' in value) &&
  !(value instanceof Date);

/** Compared by name, because the driver has its own copy of the classes. */
const isLong = (value: unknown): boolean =>
  value !== null && typeof value === 'object' && '_bsontype' in value && value._bsontype === 'Long';

const numberIn = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value;
  return typeof value === 'bigint' || isLong(value) ? Number(String(value)) : undefined;
};

/** The driver sends sort orders as maps. */
const plain = (value: unknown): unknown => (value instanceof Map ? Object.fromEntries(value) : value);

const TYPES: { [name: string]: (value: unknown) => boolean } = {
  int: (value) => Number.isInteger(value),
  long: (value) => isLong(value) || typeof value === 'bigint' || Number.isInteger(value),
  double: (value) => typeof value === 'number',
  string: (value) => typeof value === 'string',
  bool: (value) => typeof value === 'boolean',
  object: isObject,
  array: Array.isArray,
  objectId: (value) =>
    isObject(value) || (typeof value === 'object' && value !== null && '_bsontype' in value),
  date: (value) => value instanceof Date,
};

type Mismatch = string | undefined;

const operators = (
  expected: Document,
  actual: unknown,
  path: string,
  entities: Entities,
): Mismatch | 'none' => {
  const [name = ''] = Object.keys(expected);
  const operand: unknown = expected[name];
  switch (name) {
    case '$$exists':
      return (actual !== undefined) === operand ? undefined : `${path}: exists is not ${operand}`;
    case '$$type': {
      const types = Array.isArray(operand) ? operand : [operand];
      return types.some((type) => TYPES[String(type)]?.(actual)) ? undefined : `${path}: is no ${types}`;
    }
    case '$$unsetOrMatches':
      return actual === undefined || actual === null ? undefined : mismatch(operand, actual, path, entities);
    case '$$matchesEntity':
      return mismatch(entities.get(String(operand)), actual, path, entities);
    default:
      return 'none';
  }
};

/**
 * Why a value differs from the expected one, or undefined when it matches. Only the root document may have
 * additional fields. Source: the unified test format, "Evaluating Matches".
 */
export const mismatch = (
  expected: unknown,
  given: unknown,
  path = '',
  entities: Entities = new Map(),
  allowsMore = path === '',
): Mismatch => {
  const actual = plain(given);
  if (isObject(expected)) {
    const special = operators(expected, actual, path, entities);
    if (special !== 'none') return special;
    if (!isObject(actual)) return `${path}: expected a document, got ${EJSON.stringify(actual)}`;
    for (const [name, value] of Object.entries(expected)) {
      const found = mismatch(value, actual[name], `${path}/${name}`, entities, false);
      if (found !== undefined) return found;
    }
    const extra = Object.keys(actual).find((name) => actual[name] !== undefined && !(name in expected));
    return allowsMore || extra === undefined ? undefined : `${path}/${extra}: not expected`;
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length)
      return `${path}: expected ${expected.length} elements, got ${EJSON.stringify(actual)}`;
    for (const [i, value] of expected.entries()) {
      const found = mismatch(value, actual[i], `${path}/${i}`, entities, allowsMore);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const wanted = numberIn(expected);
  if (wanted !== undefined)
    return wanted === numberIn(actual)
      ? undefined
      : `${path}: expected ${wanted}, got ${EJSON.stringify(actual)}`;
  const same = EJSON.stringify({ value: expected }) === EJSON.stringify({ value: actual });
  return same ? undefined : `${path}: expected ${EJSON.stringify(expected)}, got ${EJSON.stringify(actual)}`;
};
