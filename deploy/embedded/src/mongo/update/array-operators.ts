import type { Doc } from '../documents.ts';
import { badValue, failedToParse, typeMismatch } from '../errors.ts';
import { keyOf } from '../keys.ts';
import { typeNameOf } from '../kinds.ts';
import { compileFilter, valueMatcher } from '../match/compile.ts';
import { sortBy, sortFields } from '../paths.ts';
import { compare, copy, isDocument, isOperatorDocument, isRegex, kindOf, numberOf, show } from '../values.ts';
import { valueAt, writeAt } from './paths.ts';

type ArrayChange = { readonly doc: Doc; readonly path: readonly string[]; readonly operand: unknown };

const PUSH_CLAUSES: ReadonlySet<string> = new Set(['$each', '$slice', '$sort', '$position']);

const insertAt = (array: unknown[], position: unknown, values: readonly unknown[]): void => {
  if (position === undefined) {
    for (const value of values) array.push(value);
    return;
  }
  const index = wholeNumber(position, '$position');
  array.splice(index < 0 ? Math.max(0, array.length + index) : Math.min(index, array.length), 0, ...values);
};

const wholeNumber = (value: unknown, clause: string): number => {
  const number = numberOf(value);
  if (!Number.isInteger(number))
    throw badValue(
      `The value for ${clause} must be an integer value but was given type: ${typeNameOf(value)}`,
    );
  return number;
};

const reorder = (array: unknown[], order: unknown): void => {
  if (order === undefined) return;
  const sorted = isDocument(order)
    ? sortBy(array, sortFields(order), (element) => (isDocument(element) ? element : {}))
    : [...array].sort((a, b) => compare(a, b) * numberOf(order));
  array.splice(0, array.length, ...sorted);
};

const keep = (array: unknown[], count: unknown): void => {
  if (count === undefined) return;
  const number = wholeNumber(count, '$slice');
  if (number >= 0) array.splice(number);
  else array.splice(0, Math.max(0, array.length + number));
};

export const push = ({ doc, path, operand }: ArrayChange): void => {
  const old = valueAt(doc, path);
  if (old !== undefined && !Array.isArray(old))
    throw badValue(
      `The field '${path.join('.')}' must be an array but is of type ${typeNameOf(old)} in document {_id: ${show(doc._id)}}`,
    );
  const array: unknown[] = old ?? [];
  if (isDocument(operand) && '$each' in operand) pushEach(array, operand);
  else array.push(copy(operand));
  if (!old) writeAt(doc, path, array);
};

const pushEach = (array: unknown[], clauses: Doc): void => {
  for (const clause of Object.keys(clauses))
    if (!PUSH_CLAUSES.has(clause)) throw badValue(`Unrecognized clause in $push: ${clause}`);
  if (!Array.isArray(clauses.$each))
    throw badValue(
      `The argument to $each in $push must be an array but it was of type: ${typeNameOf(clauses.$each)}`,
    );
  insertAt(array, clauses.$position, clauses.$each.map(copy));
  reorder(array, clauses.$sort);
  keep(array, clauses.$slice);
};

export const addToSet = ({ doc, path, operand }: ArrayChange): void => {
  const old = valueAt(doc, path);
  if (old !== undefined && !Array.isArray(old))
    throw badValue(
      `Cannot apply $addToSet to non-array field. Field named '${path.at(-1)}' has non-array type ${typeNameOf(old)}`,
    );
  const array: unknown[] = old ?? [];
  const known = new Set(array.map(keyOf));
  for (const value of valuesToAdd(operand)) {
    const key = keyOf(value);
    if (known.has(key)) continue;
    known.add(key);
    array.push(copy(value));
  }
  if (!old) writeAt(doc, path, array);
};

const valuesToAdd = (operand: unknown): unknown[] => {
  if (!isDocument(operand) || !('$each' in operand)) return [operand];
  if (Array.isArray(operand.$each)) return operand.$each;
  throw typeMismatch(
    `The argument to $each in $addToSet must be an array but it was of type ${typeNameOf(operand.$each)}`,
  );
};

const arrayToPull = ({ doc, path }: ArrayChange): unknown[] => {
  const old = valueAt(doc, path);
  if (old === undefined) return [];
  if (!Array.isArray(old)) throw badValue('Cannot apply $pull to a non-array value');
  return old;
};

const dropFrom = (array: unknown[], isUnwanted: (value: unknown) => boolean): void => {
  const kept = array.filter((value) => !isUnwanted(value));
  if (kept.length !== array.length) array.splice(0, array.length, ...kept);
};

export const pull = (change: ArrayChange): void => dropFrom(arrayToPull(change), elementTest(change.operand));

const LOGICAL: ReadonlySet<string> = new Set(['$and', '$or', '$nor', '$expr']);

/** A value removes equal elements, operators test elements, a document tests elements that are documents. */
const elementTest = (condition: unknown): ((element: unknown) => boolean) => {
  if (isRegex(condition)) return valueMatcher(condition);
  if (!isDocument(condition))
    return (element) => kindOf(element) === kindOf(condition) && compare(element, condition) === 0;
  const [first = ''] = Object.keys(condition);
  if (isOperatorDocument(condition) && !LOGICAL.has(first)) return valueMatcher(condition);
  const matches = compileFilter(condition);
  return (element) => isDocument(element) && matches(element);
};

export const pullAll = (change: ArrayChange): void => {
  const { operand } = change;
  if (!Array.isArray(operand))
    throw badValue(`$pullAll requires an array argument but was given a ${typeNameOf(operand)}`);
  const unwanted = new Set(operand.map(keyOf));
  dropFrom(arrayToPull(change), (value) => unwanted.has(keyOf(value)));
};

export const pop = ({ doc, path, operand }: ArrayChange): void => {
  const end = numberOf(operand);
  if (end !== 1 && end !== -1) throw failedToParse(`$pop expects 1 or -1, found: ${show(operand)}`);
  const array = valueAt(doc, path);
  if (array === undefined) return;
  if (!Array.isArray(array))
    throw typeMismatch(
      `Path '${path.join('.')}' contains an element of non-array type '${typeNameOf(array)}'`,
    );
  if (end === 1) array.pop();
  else array.shift();
};
