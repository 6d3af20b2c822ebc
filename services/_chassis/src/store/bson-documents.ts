import { mongo } from 'mongoose';

const { deserialize, onDemand } = mongo.BSON;
const { ByteUtils, NumberUtils, parseToElements } = onDemand;

/** Types of elements (bsonspec.org). */
const DOUBLE = 1;
const TEXT = 2;
const ARRAY = 4;
const BOOLEAN = 8;
const NULL = 10;
const INT32 = 16;
/** The size of a document in front of its first element. */
const SIZE_BYTES = 4;

type Element = typeof onDemand.BSONElement;

/** A value of any type: of a document that has only this element. */
const valueAlone = (bytes: Uint8Array, [, name, , at, length]: Element): unknown => {
  // the type is in front of the name
  const element = bytes.subarray(name - 1, at + length);
  const document = Buffer.alloc(SIZE_BYTES + element.length + 1);
  document.writeInt32LE(document.length);
  document.set(element, SIZE_BYTES);
  return Object.values(deserialize(document))[0];
};

const elementValue = (bytes: Uint8Array, element: Element): unknown => {
  const [type, , , at, length] = element;
  switch (type) {
    case NULL:
      return null;
    case TEXT:
      // between its size and its zero
      return ByteUtils.toUTF8(bytes, at + 4, at + length - 1, false);
    case INT32:
      return NumberUtils.getInt32LE(bytes, at);
    case DOUBLE:
      return NumberUtils.getFloat64LE(bytes, at);
    case BOOLEAN:
      return bytes[at] === 1;
    case ARRAY:
      return Array.from(parseToElements(bytes, at), (each) => elementValue(bytes, each));
    default:
      return valueAlone(bytes, element);
  }
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
 * Reads some fields of documents in BSON, in a fraction of the time that decoding the documents takes.
 * @returns a function that returns null for a field that a document does not have
 */
export const createFieldReader = <Name extends string>(names: readonly Name[]) => {
  const fields = names.map((name) => ({ name, find: finderOf(name) }));
  return (bytes: Uint8Array): Record<Name, unknown> => {
    const elements = [...parseToElements(bytes)];
    const values: Partial<Record<Name, unknown>> = {};
    for (const { name, find } of fields) {
      const element = find(bytes, elements);
      values[name] = element ? elementValue(bytes, element) : null;
    }
    // every name was read
    return values as Record<Name, unknown>;
  };
};

/** A document from its bytes, as the driver reads it. */
export const decodeDocument = (bytes: Uint8Array): Record<string, unknown> => deserialize(bytes);
