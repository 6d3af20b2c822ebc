import { nameOf } from './documents.ts';
import { DOCUMENT, endOfValue, FIRST_ELEMENT, isNameAt, lastOf, valueStart, viewOf } from './elements.ts';

/** Builds documents from the bytes of others, by top-level field and without decoding. */

type Stretch = { readonly bytes: Buffer; readonly from: number; to: number };

/** Copies elements in order; adjacent ones are copied together. */
const collectFields = () => {
  const stretches: Stretch[] = [];
  let size = FIRST_ELEMENT + 1;
  return {
    take: (bytes: Buffer, from: number, to: number): void => {
      const last = stretches.at(-1);
      if (last?.bytes === bytes && last.to === from) last.to = to;
      else stretches.push({ bytes, from, to });
      size += to - from;
    },
    /** A copy in separate memory, for long storage. */
    document: (): Uint8Array => {
      const doc = Buffer.allocUnsafeSlow(size);
      let at = doc.writeInt32LE(size, 0);
      for (const { bytes, from, to } of stretches) at += bytes.copy(doc, at, from, to);
      doc[at] = 0;
      return doc;
    },
  };
};

/** Includes the named fields, or excludes them, in their order. */
export const selectFields = (
  names: readonly Uint8Array[],
  keepsNamed: boolean,
): ((raw: Uint8Array) => Uint8Array) => {
  const isNamed = (bytes: Buffer, element: number, length: number): boolean =>
    names.some((name) => name.length === length && isNameAt(bytes, element + 1, name));
  return (raw) => {
    const bytes = viewOf(raw);
    const last = lastOf(bytes, 0);
    const { take, document } = collectFields();
    for (let element = FIRST_ELEMENT; element < last; ) {
      const at = valueStart(bytes, element);
      const to = endOfValue(bytes, bytes[element] ?? 0, at, last);
      if (isNamed(bytes, element, at - element - 2) === keepsNamed) take(bytes, element, to);
      element = to;
    }
    return document();
  };
};

const elementsOf = (bytes: Buffer): Map<string, readonly [from: number, to: number]> => {
  const elements = new Map<string, readonly [number, number]>();
  const last = lastOf(bytes, 0);
  for (let element = FIRST_ELEMENT; element < last; ) {
    const at = valueStart(bytes, element);
    const to = endOfValue(bytes, bytes[element] ?? 0, at, last);
    elements.set(nameOf(bytes, element, at), [element, to]);
    element = to;
  }
  return elements;
};

/** Replaces the named fields by those of the other document: each in its position, new ones at the end. */
export const replaceFields = (
  raw: Uint8Array,
  names: ReadonlySet<string>,
  replacement: Uint8Array,
): Uint8Array => {
  const bytes = viewOf(raw);
  const others = viewOf(replacement);
  const fresh = elementsOf(others);
  const last = lastOf(bytes, 0);
  const { take, document } = collectFields();
  for (let element = FIRST_ELEMENT; element < last; ) {
    const at = valueStart(bytes, element);
    const to = endOfValue(bytes, bytes[element] ?? 0, at, last);
    const name = nameOf(bytes, element, at);
    const found = fresh.get(name);
    if (!names.has(name)) take(bytes, element, to);
    else if (found) take(others, ...found);
    fresh.delete(name);
    element = to;
  }
  for (const found of fresh.values()) take(others, ...found);
  return document();
};

/** `{<name>: <the document>}` */
export const documentUnder = (name: string, raw: Uint8Array): Uint8Array => {
  const element = Buffer.from(`\0${name}\0`);
  element[0] = DOCUMENT;
  const doc = Buffer.allocUnsafe(FIRST_ELEMENT + element.length + raw.length + 1);
  doc.writeInt32LE(doc.length, 0);
  doc.set(element, FIRST_ELEMENT);
  doc.set(raw, FIRST_ELEMENT + element.length);
  doc[doc.length - 1] = 0;
  return doc;
};
