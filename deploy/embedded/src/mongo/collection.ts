import { randomUUID } from 'node:crypto';
import { ObjectId } from 'bson';
import type { Operation } from '../store/store.ts';
import { copyBytes, type Doc, decodeTyped, encode } from './documents.ts';
import { beginsWithId } from './elements.ts';
import type { Entry } from './entry.ts';
import { badValue, MongoError } from './errors.ts';
import { type FieldReader, fieldReader, readAllFields } from './field-reader.ts';
import { createIndex, duplicateKey, type Index, type IndexSpec } from './indexes/index.ts';
import { keyOf } from './keys.ts';
import { compileFilter } from './match/compile.ts';
import { checkSize } from './size.ts';
import { isDocument, kindOf, numberOf } from './values.ts';

export type Collection = {
  readonly id: number;
  readonly uuid: string;
  db: string;
  name: string;
  readonly options: Doc;
  /** Indexed by the key of `_id`, in order of insertion. */
  readonly entries: Map<string, Entry>;
  /** The first one is always the `_id` index. */
  readonly indexes: Index<Entry>[];
  readonly insert: (raw: Uint8Array) => Entry;
  /** `touched` lists the top-level fields that may have changed; all when absent. */
  readonly replace: (entry: Entry, raw: Uint8Array, touched?: ReadonlySet<string>) => void;
  readonly remove: (entry: Entry) => void;
  readonly addIndex: (spec: IndexSpec) => void;
  readonly removeIndex: (index: Index<Entry>) => void;
  readonly validate: (raw: Uint8Array, before?: Entry) => void;
  /** Stores the metadata of the collection: name, options, indexes. */
  readonly describe: () => void;
  /** Loads all documents of the store at once, in order of insertion. */
  readonly load: (docs: Iterable<{ readonly seq: number; readonly raw: Uint8Array }>) => void;
};

export type CollectionParts = {
  readonly id: number;
  readonly db: string;
  readonly name: string;
  readonly options: Doc;
  readonly indexes?: readonly IndexSpec[];
  readonly nextSeq: () => number;
  readonly record: (operation: Operation) => void;
};

export const ID_INDEX: IndexSpec = { v: 2, key: { _id: 1 }, name: '_id_' };

export const namespaceOf = (collection: { db: string; name: string }): string =>
  `${collection.db}.${collection.name}`;

/** The stored form of a document: `_id` first, generated when absent. */
const withId = (raw: Uint8Array): Uint8Array => {
  if (beginsWithId(raw)) return copyBytes(raw);
  const { _id: id = new ObjectId(), ...rest } = decodeTyped(raw);
  return encode({ _id: id, ...rest });
};

const checkId = (id: unknown): void => {
  const kind = kindOf(id);
  if (kind === 'array' || kind === 'regex') throw badValue(`The '_id' value cannot be of type ${kind}`);
  const dollar = isDocument(id) ? Object.keys(id).find((name) => name.startsWith('$')) : undefined;
  if (dollar !== undefined)
    throw new MongoError(52, `The dollar ($) prefixed field '${dollar}' in '_id' is not valid for storage.`);
};

const isAffected = ({ topFields }: Index<Entry>, touched: ReadonlySet<string> | undefined): boolean => {
  if (!topFields || !touched) return true;
  for (const name of touched) if (topFields.has(name)) return true;
  return false;
};

const readId = fieldReader(['_id']);

/** Reads the fields of these index keys. */
const keyFieldReader = (indexes: readonly Index<Entry>[]): FieldReader => {
  const names = new Set(['_id']);
  for (const { topFields } of indexes) {
    if (!topFields) return readAllFields;
    for (const name of topFields) names.add(name);
  }
  return fieldReader(names);
};

type KeyedIndex = { readonly index: Index<Entry>; readonly keys: readonly string[] };

const sameKeys = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((key, i) => key === b[i]);

/** A collection in memory; every change is also recorded for the store. */
export const createCollection = (parts: CollectionParts): Collection => {
  const { id, options, nextSeq, record } = parts;
  const entries = new Map<string, Entry>();
  const indexes = (parts.indexes ?? [ID_INDEX]).map((spec) => createIndex<Entry>(spec));
  let secondary = indexes.slice(1);
  let readKeyFields = keyFieldReader(secondary);
  /** Readers by the names of the indexes that an update affects. */
  const readers = new Map<string, FieldReader>();

  const indexesChanged = (): void => {
    secondary = indexes.slice(1);
    readKeyFields = keyFieldReader(secondary);
    readers.clear();
  };

  const readerFor = (affected: readonly Index<Entry>[]): FieldReader => {
    const key = JSON.stringify(affected.map(({ name }) => name));
    const known = readers.get(key);
    if (known) return known;
    const made = keyFieldReader(affected);
    readers.set(key, made);
    return made;
  };

  const checkUnique = ({ index, keys }: KeyedIndex, doc: Doc, self?: Entry): void => {
    if (index.isUnique && keys.some((key) => index.entries.hasOther(key, self)))
      throw duplicateKey(namespaceOf(collection), index.name, index.spec.key, doc);
  };

  const keysFor = (doc: Doc): KeyedIndex[] => secondary.map((index) => ({ index, keys: index.keysOf(doc) }));

  const link = (entry: Entry, keyed: readonly KeyedIndex[]): void => {
    entries.set(entry.id, entry);
    indexes[0]?.entries.add(entry.id, entry);
    for (const { index, keys } of keyed) for (const key of keys) index.entries.add(key, entry);
  };

  const insert = (bytes: Uint8Array): Entry => {
    const raw = withId(bytes);
    checkSize(raw);
    const doc = readKeyFields(raw);
    checkId(doc._id);
    const key = keyOf(doc._id);
    if (entries.has(key)) throw duplicateKey(namespaceOf(collection), '_id_', { _id: 1 }, doc);
    const keyed = keysFor(doc);
    for (const each of keyed) checkUnique(each, doc);
    const entry: Entry = { seq: nextSeq(), id: key, raw };
    link(entry, keyed);
    record({ kind: 'put', collection: id, seq: entry.seq, body: raw });
    trim();
    return entry;
  };

  /** A capped collection removes its oldest documents. */
  const trim = (): void => {
    if (options.capped !== true || options.max === undefined) return;
    const max = numberOf(options.max);
    for (const entry of entries.values()) {
      if (entries.size <= max) break;
      remove(entry);
    }
  };

  const replace = (entry: Entry, raw: Uint8Array, touched?: ReadonlySet<string>): void => {
    checkSize(raw);
    const affected = secondary.filter((index) => isAffected(index, touched));
    if (affected.length > 0) {
      const read = readerFor(affected);
      const before = read(entry.raw);
      const after = read(raw);
      const changes = affected.flatMap((index) => {
        const old = index.keysOf(before);
        const keys = index.keysOf(after);
        return sameKeys(old, keys) ? [] : [{ index, old, keys }];
      });
      for (const change of changes) checkUnique(change, after, entry);
      for (const { index, old, keys } of changes) {
        for (const key of old) index.entries.remove(key, entry);
        for (const key of keys) index.entries.add(key, entry);
      }
    }
    entry.raw = raw;
    record({ kind: 'put', collection: id, seq: entry.seq, body: raw });
  };

  const remove = (entry: Entry): void => {
    const doc = readKeyFields(entry.raw);
    entries.delete(entry.id);
    indexes[0]?.entries.remove(entry.id, entry);
    for (const { index, keys } of keysFor(doc)) for (const key of keys) index.entries.remove(key, entry);
    record({ kind: 'remove', collection: id, seq: entry.seq });
  };

  const load: Collection['load'] = (docs) => {
    for (const { seq, raw } of docs) {
      const entry: Entry = { seq, id: keyOf(readId(raw)._id), raw };
      entries.set(entry.id, entry);
    }
    for (const index of indexes) index.fillLater(() => withKeyFields(index));
  };

  function* withKeyFields(index: Index<Entry>): Generator<readonly [Entry, Doc]> {
    const read = keyFieldReader([index]);
    for (const entry of entries.values()) yield [entry, read(entry.raw)];
  }

  const addIndex = (spec: IndexSpec): void => {
    const index = createIndex<Entry>(spec);
    const read = keyFieldReader([index]);
    for (const entry of entries.values()) {
      const doc = read(entry.raw);
      const keys = index.keysOf(doc);
      checkUnique({ index, keys }, doc, entry);
      for (const key of keys) index.entries.add(key, entry);
    }
    indexes.push(index);
    indexesChanged();
    describe();
  };

  const describe = (): void =>
    record({
      kind: 'describe',
      collection: id,
      description: encode({
        db: collection.db,
        name: collection.name,
        options,
        indexes: indexes.map(({ spec }) => spec),
      }),
    });

  const validate = (raw: Uint8Array, before?: Entry): void => {
    const { validator, validationAction, validationLevel } = options;
    if (!isDocument(validator) || validationAction === 'warn' || validationLevel === 'off') return;
    const isValid = compileFilter(validator);
    const doc = decodeTyped(raw);
    if (isValid(doc)) return;
    if (before && validationLevel === 'moderate' && !isValid(decodeTyped(before.raw))) return;
    throw new MongoError(121, 'Document failed validation', {
      errInfo: { failingDocumentId: doc._id, details: { operatorName: '$jsonSchema' } },
    });
  };

  const collection: Collection = {
    id,
    uuid: randomUUID(),
    db: parts.db,
    name: parts.name,
    options,
    entries,
    indexes,
    insert,
    replace,
    remove,
    addIndex,
    removeIndex: (index) => {
      indexes.splice(indexes.indexOf(index), 1);
      indexesChanged();
    },
    validate,
    describe,
    load,
  };
  return collection;
};
