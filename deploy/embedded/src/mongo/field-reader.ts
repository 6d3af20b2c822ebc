import { type Doc, decode, decodeTyped, readValue } from './documents.ts';
import { endOfValue, FIRST_ELEMENT, isNameAt, lastOf, valueStart, viewOf } from './elements.ts';

/** Reads some top-level fields of a document without decoding the others. */
export type FieldReader = (raw: Uint8Array) => Doc;

type Wanted = { readonly name: string; readonly bytes: Uint8Array };

const encoder = new TextEncoder();

/** A cache, because filters read the same fields repeatedly. */
const encodedNames = new Map<string, Uint8Array>();
const MOST_KEPT = 1000;

const encodedName = (name: string): Uint8Array => {
  const known = encodedNames.get(name);
  if (known) return known;
  if (encodedNames.size >= MOST_KEPT) encodedNames.clear();
  const bytes = encoder.encode(name);
  encodedNames.set(name, bytes);
  return bytes;
};

/**
 * A reader of the named fields, in the order of the document. Filters and indexes use few fields; reading
 * those costs a fraction of decoding the document.
 */
export const fieldReader = (names: Iterable<string>, isTyped = false): FieldReader => {
  const wanted: Wanted[] = Array.from(names, (name) => ({ name, bytes: encodedName(name) }));
  if (wanted.some(({ name }) => name === '__proto__')) return isTyped ? decodeTyped : decode;
  return (raw) => {
    const doc: Doc = {};
    const bytes = viewOf(raw);
    const last = lastOf(bytes, 0);
    let left = wanted.length;
    for (let element = FIRST_ELEMENT; element < last && left > 0; ) {
      const at = valueStart(bytes, element);
      const to = endOfValue(bytes, bytes[element] ?? 0, at, last);
      const length = at - element - 2;
      for (const { name, bytes: candidate } of wanted) {
        if (length !== candidate.length || !isNameAt(bytes, element + 1, candidate)) continue;
        doc[name] = readValue(bytes, element, at, to, isTyped);
        left--;
      }
      element = to;
    }
    return doc;
  };
};

export const readAllFields: FieldReader = decode;
