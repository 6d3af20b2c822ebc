import { MongoError } from '../errors.ts';
import { typeNameOf } from '../kinds.ts';
import { compareWithMissing, isNullish, numberOf } from '../values.ts';
import { argumentsOf, type Operator, type Operators, single, value } from './operator.ts';

const comparison =
  (name: string, holds: (result: number) => unknown): Operator =>
  (doc, argument, options) => {
    const operands = argumentsOf(argument);
    if (operands.length !== 2)
      throw new MongoError(
        16020,
        `Expression ${name} takes exactly 2 arguments. ${operands.length} were passed in.`,
      );
    const [left, right] = operands.map((operand) => value(doc, operand, options));
    return holds(compareWithMissing(left, right));
  };

const isIn: Operator = (doc, argument, options) => {
  const [wanted, list] = argumentsOf(argument).map((operand) => value(doc, operand, options));
  if (!Array.isArray(list))
    throw new MongoError(40081, `$in requires an array as a second argument, found: ${typeNameOf(list)}`);
  return list.some((element) => compareWithMissing(wanted, element) === 0);
};

const divide: Operator = (doc, argument, options) => {
  const [dividend, divisor] = argumentsOf(argument).map((operand) => value(doc, operand, options));
  if (isNullish(dividend) || isNullish(divisor)) return null;
  if (numberOf(divisor) === 0) throw new MongoError(2, "can't $divide by zero");
  return numberOf(dividend) / numberOf(divisor);
};

const codePoints = (text: string): string[] => [...text];

const indexOfCodePoints: Operator = (doc, argument, options) => {
  const [text, part, from = 0, to] = argumentsOf(argument).map((operand) => value(doc, operand, options));
  if (isNullish(text)) return null;
  if (typeof text !== 'string')
    throw new MongoError(40093, '$indexOfCP requires a string as the first argument');
  if (typeof part !== 'string')
    throw new MongoError(40094, '$indexOfCP requires a string as the second argument');
  const start = numberOf(from);
  const window = codePoints(text)
    .slice(start, to === undefined ? undefined : numberOf(to))
    .join('');
  const at = window.indexOf(part);
  return at < 0 ? -1 : start + codePoints(window.slice(0, at)).length;
};

/** mingo compares only within a type and treats a missing value as null; MongoDB orders all values. */
export const comparisonOverrides = (): Operators => ({
  $eq: comparison('$eq', (result) => result === 0),
  $ne: comparison('$ne', (result) => result !== 0),
  $gt: comparison('$gt', (result) => result > 0),
  $gte: comparison('$gte', (result) => result >= 0),
  $lt: comparison('$lt', (result) => result < 0),
  $lte: comparison('$lte', (result) => result <= 0),
  $cmp: comparison('$cmp', Math.sign),
  $in: isIn,
  $divide: divide,
  $indexOfCP: indexOfCodePoints,
  $type: (doc, argument, options) => typeNameOf(value(doc, single(argument), options)),
});
