import type { Doc } from '../documents.ts';
import { badValue, failedToParse } from '../errors.ts';
import { toPattern } from '../patterns/regex.ts';
import { compare, field, isDocument, kindOf, numberOf } from '../values.ts';
import { typeTest } from './leaf.ts';

type Test = (value: unknown) => boolean;

const JSON_TYPES: { [name: string]: string } = { boolean: 'bool', number: 'number' };

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

const schemasIn = (value: unknown): Test[] => {
  if (!Array.isArray(value) || value.length === 0)
    throw failedToParse('$jsonSchema keyword must be an array');
  return value.map(schemaTest);
};

const numeric = (limit: unknown, holds: (result: number) => boolean): Test => {
  return (value) => kindOf(value) !== 'number' || holds(compare(value, limit));
};

const sized = (sizeOf: (value: unknown) => number | undefined, holds: (size: number) => boolean): Test => {
  return (value) => {
    const size = sizeOf(value);
    return size === undefined || holds(size);
  };
};

const textLength = (value: unknown): number | undefined =>
  typeof value === 'string' ? [...value].length : undefined;
const arrayLength = (value: unknown): number | undefined => (Array.isArray(value) ? value.length : undefined);
const fieldCount = (value: unknown): number | undefined =>
  isDocument(value) ? Object.keys(value).length : undefined;

const propertyTests = (properties: unknown): [string, Test][] => {
  if (!isDocument(properties)) throw failedToParse('$jsonSchema keyword must be an object');
  return Object.entries(properties).map(([name, schema]) => [name, schemaTest(schema)]);
};

const additionalProperties = (rule: unknown, schema: Doc): Test => {
  const known = new Set(isDocument(schema.properties) ? Object.keys(schema.properties) : []);
  const patterns = isDocument(schema.patternProperties)
    ? Object.keys(schema.patternProperties).map((pattern) => toPattern(pattern))
    : [];
  const allowed: Test = typeof rule === 'boolean' ? () => rule : schemaTest(rule);
  return (value) =>
    !isDocument(value) ||
    Object.keys(value).every(
      (name) => known.has(name) || patterns.some((pattern) => pattern.test(name)) || allowed(value[name]),
    );
};

const itemTests = (items: unknown): Test => {
  if (!Array.isArray(items)) {
    const each = schemaTest(items);
    return (value) => !Array.isArray(value) || value.every(each);
  }
  const tests = items.map(schemaTest);
  return (value) => !Array.isArray(value) || tests.every((test, i) => i >= value.length || test(value[i]));
};

type Keyword = (operand: unknown, schema: Doc) => Test;

const KEYWORDS: { [keyword: string]: Keyword } = {
  bsonType: (operand) => typeTest(operand),
  type: (operand) => typeTest(listOf(operand).map((name) => JSON_TYPES[String(name)] ?? name)),
  enum: (operand) => (value) => listOf(operand).some((choice) => compare(choice, value) === 0),
  minimum: (limit, schema) => numeric(limit, (r) => (schema.exclusiveMinimum === true ? r > 0 : r >= 0)),
  maximum: (limit, schema) => numeric(limit, (r) => (schema.exclusiveMaximum === true ? r < 0 : r <= 0)),
  multipleOf: (operand) => (value) => kindOf(value) !== 'number' || numberOf(value) % numberOf(operand) === 0,
  minLength: (operand) => sized(textLength, (size) => size >= numberOf(operand)),
  maxLength: (operand) => sized(textLength, (size) => size <= numberOf(operand)),
  minItems: (operand) => sized(arrayLength, (size) => size >= numberOf(operand)),
  maxItems: (operand) => sized(arrayLength, (size) => size <= numberOf(operand)),
  minProperties: (operand) => sized(fieldCount, (size) => size >= numberOf(operand)),
  maxProperties: (operand) => sized(fieldCount, (size) => size <= numberOf(operand)),
  uniqueItems: (operand) => (value) =>
    operand !== true ||
    !Array.isArray(value) ||
    value.every((item, i) => value.findIndex((other) => compare(item, other) === 0) === i),
  pattern: (operand) => {
    const regex = toPattern(String(operand));
    return (value) => typeof value !== 'string' || regex.test(value);
  },
  required: (operand) => (value) =>
    !isDocument(value) || listOf(operand).every((name) => field(value, String(name)) !== undefined),
  properties: (operand) => {
    const tests = propertyTests(operand);
    return (value) =>
      !isDocument(value) ||
      tests.every(([name, test]) => field(value, name) === undefined || test(field(value, name)));
  },
  patternProperties: (operand) => {
    const tests = propertyTests(operand).map(([pattern, test]) => ({ regex: toPattern(pattern), test }));
    return (value) =>
      !isDocument(value) ||
      Object.entries(value).every(([name, inner]) =>
        tests.every(({ regex, test }) => !regex.test(name) || test(inner)),
      );
  },
  additionalProperties,
  items: (operand) => itemTests(operand),
  allOf: (operand) => {
    const tests = schemasIn(operand);
    return (value) => tests.every((test) => test(value));
  },
  anyOf: (operand) => {
    const tests = schemasIn(operand);
    return (value) => tests.some((test) => test(value));
  },
  oneOf: (operand) => {
    const tests = schemasIn(operand);
    return (value) => tests.filter((test) => test(value)).length === 1;
  },
  not: (operand) => {
    const test = schemaTest(operand);
    return (value) => !test(value);
  },
};

const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'exclusiveMinimum',
  'exclusiveMaximum',
]);

/** A `$jsonSchema` as a test. An unknown keyword is an error, as in MongoDB, because a typo would accept every document. */
export const schemaTest = (schema: unknown): Test => {
  if (!isDocument(schema)) throw badValue('$jsonSchema must be an object');
  const tests = Object.entries(schema).flatMap(([name, operand]) => {
    if (ANNOTATIONS.has(name)) return [];
    const keyword = KEYWORDS[name];
    if (!keyword) throw failedToParse(`Unknown $jsonSchema keyword: ${name}`);
    return [keyword(operand, schema)];
  });
  return (value) => tests.every((test) => test(value));
};
