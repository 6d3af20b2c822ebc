import { Int32, Long, Timestamp } from 'bson';
import type { Doc } from '../documents.ts';
import { badValue, failedToParse, typeMismatch } from '../errors.ts';
import { integerOf, typeNameOf } from '../kinds.ts';
import { arithmetic, typed } from '../numbers.ts';
import { compare, copy, isDocument, kindOf, show } from '../values.ts';
import { addToSet, pop, pull, pullAll, push } from './array-operators.ts';
import { removeAt, valueAt, writeAt } from './paths.ts';

export type Change = {
  /** The document being changed, in place. */
  readonly doc: Doc;
  readonly path: readonly string[];
  readonly operand: unknown;
  readonly isInsert: boolean;
  readonly now: Date;
};

type Modifier = (change: Change) => void;

const compute =
  (name: '$inc' | '$mul', verb: string, operation: '+' | '*'): Modifier =>
  ({ doc, path, operand }) => {
    if (kindOf(operand) !== 'number')
      throw typeMismatch(`Cannot ${verb} with non-numeric argument: {${path.join('.')}: ${show(operand)}}`);
    const old = valueAt(doc, path);
    if (old === undefined)
      return writeAt(doc, path, operation === '+' ? typed(operand) : arithmetic('*', operand, 0));
    if (kindOf(old) !== 'number')
      throw typeMismatch(
        `Cannot apply ${name} to a value of non-numeric type. {_id: ${show(doc._id)}} has the field '${path.at(-1)}' of non-numeric type ${typeNameOf(old)}`,
      );
    writeAt(doc, path, arithmetic(operation, old, operand));
  };

const replaceIf =
  (isBetter: (result: number) => boolean): Modifier =>
  ({ doc, path, operand }) => {
    const old = valueAt(doc, path);
    if (old === undefined || isBetter(compare(operand, old))) writeAt(doc, path, copy(operand));
  };

const currentDate: Modifier = ({ doc, path, operand, now }) => {
  const type = isDocument(operand) ? operand.$type : typeof operand === 'boolean' ? 'date' : undefined;
  if (type === 'date') writeAt(doc, path, now);
  else if (type === 'timestamp')
    writeAt(doc, path, new Timestamp({ t: Math.floor(now.getTime() / 1000), i: 1 }));
  else
    throw badValue(
      `${typeNameOf(operand)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}).`,
    );
};

const BIT_OPERATIONS: { [name: string]: (a: bigint, b: bigint) => bigint } = {
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};

const isInteger = (value: unknown): boolean => value instanceof Int32 || value instanceof Long;

const bit: Modifier = ({ doc, path, operand }) => {
  const old = valueAt(doc, path);
  if (old !== undefined && !isInteger(old))
    throw badValue(
      `Cannot apply $bit to a value of non-integral type.${show(doc._id)} has the field ${path.at(-1)} of non-integer type ${typeNameOf(old)}`,
    );
  let value = integerOf(old ?? 0) ?? 0n;
  let isLong = old instanceof Long;
  if (!isDocument(operand))
    throw badValue(`The $bit modifier is not compatible with a ${typeNameOf(operand)}.`);
  for (const [name, mask] of Object.entries(operand)) {
    const operation = BIT_OPERATIONS[name];
    if (!operation)
      throw badValue(
        `The $bit modifier only supports 'and', 'or', and 'xor', not '${name}' which is an unknown operator: {${name}: ${show(mask)}}`,
      );
    if (!isInteger(mask))
      throw badValue(
        `The $bit modifier field must be an Integer(32/64 bit); a '${typeNameOf(mask)}' is not supported here: {${name}: ${show(mask)}}`,
      );
    isLong ||= mask instanceof Long;
    value = operation(value, integerOf(mask) ?? 0n);
  }
  writeAt(doc, path, isLong ? Long.fromBigInt(value) : new Int32(Number(BigInt.asIntN(32, value))));
};

const rename: Modifier = ({ doc, path, operand }) => {
  const value = valueAt(doc, path);
  if (value === undefined) return;
  removeAt(doc, path);
  writeAt(doc, String(operand).split('.'), value);
};

const MODIFIERS: { [name: string]: Modifier } = {
  $set: ({ doc, path, operand }) => writeAt(doc, path, copy(operand)),
  $setOnInsert: ({ doc, path, operand, isInsert }) => {
    if (isInsert) writeAt(doc, path, copy(operand));
  },
  $unset: ({ doc, path }) => removeAt(doc, path),
  $inc: compute('$inc', 'increment', '+'),
  $mul: compute('$mul', 'multiply', '*'),
  $min: replaceIf((result) => result < 0),
  $max: replaceIf((result) => result > 0),
  $currentDate: currentDate,
  $bit: bit,
  $rename: rename,
  $push: push,
  $addToSet: addToSet,
  $pull: pull,
  $pullAll: pullAll,
  $pop: pop,
};

export const modifier = (name: string): Modifier => {
  const found = MODIFIERS[name];
  if (!found)
    throw failedToParse(
      `Unknown modifier: ${name}. Expected a valid update modifier or pipeline-style update specified as an array`,
    );
  return found;
};
