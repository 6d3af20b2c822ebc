import type { Doc } from './documents.ts';
import type { Entry } from './entry.ts';
import { type FieldReader, fieldReader, readAllFields } from './field-reader.ts';
import { createIndex, duplicateKey, type Index, type IndexSpec } from './indexes/index.ts';

/** The keys of a document in one index. */
type KeyedIndex = { readonly index: Index<Entry>; readonly keys: readonly string[] };

const isAffected = ({ topFields }: Index<Entry>, touched: ReadonlySet<string> | undefined): boolean => {
  if (!topFields || !touched) return true;
  for (const name of touched) if (topFields.has(name)) return true;
  return false;
};

/** Reads the fields of these index keys. */
const keyFieldReader = (indexes: readonly Index<Entry>[]): FieldReader => {
  const names = new Set(['_id']);
  for (const { topFields } of indexes) {
    if (!topFields) return readAllFields;
    for (const name of topFields) names.add(name);
  }
  return fieldReader(names);
};

const sameKeys = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((key, i) => key === b[i]);

/** Readers by the names of the indexes that an update affects. */
const createReaders = () => {
  const readers = new Map<string, FieldReader>();
  return {
    of: (affected: readonly Index<Entry>[]): FieldReader => {
      const key = JSON.stringify(affected.map(({ name }) => name));
      const known = readers.get(key);
      if (known) return known;
      const made = keyFieldReader(affected);
      readers.set(key, made);
      return made;
    },
    clear: (): void => readers.clear(),
  };
};

const checkUnique = (namespace: () => string, { index, keys }: KeyedIndex, doc: Doc, self?: Entry): void => {
  if (index.isUnique && keys.some((key) => index.entries.hasOther(key, self)))
    throw duplicateKey(namespace(), index.name, index.spec.key, doc);
};

type IndexesOptions = {
  /** The first one is the `_id` index. */
  readonly specs: readonly IndexSpec[];
  readonly entriesOf: () => ReadonlyMap<string, Entry>;
  readonly namespace: () => string;
};

function* withKeyFields(
  entries: ReadonlyMap<string, Entry>,
  index: Index<Entry>,
): Generator<readonly [Entry, Doc]> {
  const read = keyFieldReader([index]);
  for (const entry of entries.values()) yield [entry, read(entry.raw)];
}

/** The indexes of a collection. They change with its entries, and with each other. */
export const createIndexes = ({ specs, entriesOf, namespace }: IndexesOptions) => {
  const all = specs.map((spec) => createIndex<Entry>(spec));
  // an index is filled from the entries at its first use
  for (const index of all) index.fillLater(() => withKeyFields(entriesOf(), index));
  const readers = createReaders();
  let secondary = all.slice(1);
  let readKeyFields = keyFieldReader(secondary);

  const changed = (): void => {
    secondary = all.slice(1);
    readKeyFields = keyFieldReader(secondary);
    readers.clear();
  };

  const keysFor = (doc: Doc): KeyedIndex[] => secondary.map((index) => ({ index, keys: index.keysOf(doc) }));

  return {
    all,
    /** Reads `_id` and the fields of all keys of a document. */
    readKeyFields: (raw: Uint8Array): Doc => readKeyFields(raw),
    /** The keys of a new document. @throws MongoError when a unique index has one of them */
    newKeys: (doc: Doc): readonly KeyedIndex[] => {
      const keyed = keysFor(doc);
      for (const each of keyed) checkUnique(namespace, each, doc);
      return keyed;
    },
    add: (entry: Entry, keyed: readonly KeyedIndex[]): void => {
      all[0]?.entries.add(entry.id, entry);
      for (const { index, keys } of keyed) for (const key of keys) index.entries.add(key, entry);
    },
    /** Moves an entry to the keys of its new document. @throws MongoError, without a change, for a duplicate key */
    update: (entry: Entry, raw: Uint8Array, touched: ReadonlySet<string> | undefined): void => {
      const affected = secondary.filter((index) => isAffected(index, touched));
      if (affected.length === 0) return;
      const read = readers.of(affected);
      const before = read(entry.raw);
      const after = read(raw);
      const changes = affected.flatMap((index) => {
        const old = index.keysOf(before);
        const keys = index.keysOf(after);
        return sameKeys(old, keys) ? [] : [{ index, old, keys }];
      });
      for (const change of changes) checkUnique(namespace, change, after, entry);
      for (const { index, old, keys } of changes) {
        for (const key of old) index.entries.remove(key, entry);
        for (const key of keys) index.entries.add(key, entry);
      }
    },
    remove: (entry: Entry, doc: Doc): void => {
      all[0]?.entries.remove(entry.id, entry);
      for (const { index, keys } of keysFor(doc)) for (const key of keys) index.entries.remove(key, entry);
    },
    /** Builds an index of all entries. @throws MongoError, without the index, when it is unique and they are not */
    create: (spec: IndexSpec): void => {
      const index = createIndex<Entry>(spec);
      for (const [entry, doc] of withKeyFields(entriesOf(), index)) {
        const keys = index.keysOf(doc);
        checkUnique(namespace, { index, keys }, doc, entry);
        for (const key of keys) index.entries.add(key, entry);
      }
      all.push(index);
      changed();
    },
    drop: (index: Index<Entry>): void => {
      all.splice(all.indexOf(index), 1);
      changed();
    },
  };
};
