import { Decimal128, Long, ObjectId } from 'bson';
import { type Doc, encodeComputed } from '../documents.ts';
import { MongoError } from '../errors.ts';
import { typeNameOf } from '../kinds.ts';
import { isDocument, isNullish } from '../values.ts';
import { mingo } from './mingo.ts';
import { type Operator, type Operators, single, value } from './operator.ts';

const conversionFailure = (message: string): MongoError =>
  new MongoError(241, `${message} in $convert with no onError value`);

const toObjectId = (input: unknown): unknown => {
  if (isNullish(input)) return null;
  if (input instanceof ObjectId) return input;
  if (typeof input === 'string' && /^[0-9a-f]{24}$/i.test(input)) return new ObjectId(input);
  throw conversionFailure(`Failed to parse objectId '${input}'`);
};

const toText = (input: unknown): unknown => {
  if (isNullish(input)) return null;
  if (input instanceof Date) return input.toISOString();
  if (input instanceof ObjectId || input instanceof Long || input instanceof Decimal128)
    return input.toString();
  if (typeof input === 'object')
    throw conversionFailure(`Unsupported conversion from ${typeNameOf(input)} to string`);
  return String(input);
};

/** mingo's operators take documents; a scalar occurs only where no expression references it. */
const subject = (doc: unknown): Doc => (isDocument(doc) ? doc : {});

/** Conversions that mingo lacks, or does not support for BSON types. */
const OWN: { [type: string]: (input: unknown) => unknown } = {
  objectId: toObjectId,
  7: toObjectId,
  string: toText,
  2: toText,
};

const convert: Operator = (doc, argument, options) => {
  const { expressions } = mingo();
  if (!isDocument(argument)) throw new MongoError(9, '$convert expects an object of named arguments');
  const own = OWN[String(value(doc, argument.to, options))];
  if (!own) return expressions.$convert(subject(doc), { input: null, to: 0, ...argument }, options);
  const input = value(doc, argument.input, options);
  if (isNullish(input)) return argument.onNull === undefined ? null : value(doc, argument.onNull, options);
  try {
    return own(input);
  } catch (error) {
    if (!('onError' in argument)) throw error;
    return value(doc, argument.onError, options);
  }
};

const toDate: Operator = (doc, argument, options) => {
  const input = value(doc, single(argument), options);
  if (input instanceof ObjectId) return input.getTimestamp();
  return mingo().expressions.$toDate(subject(doc), { $literal: input }, options);
};

export const conversionOverrides = (): Operators => ({
  $convert: convert,
  $toObjectId: (doc, argument, options) => toObjectId(value(doc, single(argument), options)),
  $toString: (doc, argument, options) => toText(value(doc, single(argument), options)),
  $toDate: toDate,
  $bsonSize: (doc, argument, options) => {
    const input = value(doc, single(argument), options);
    if (isNullish(input)) return null;
    if (!isDocument(input))
      throw new MongoError(31393, `$bsonSize requires a document input, found: ${typeNameOf(input)}`);
    return encodeComputed(input).length;
  },
});
