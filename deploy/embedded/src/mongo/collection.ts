import { randomUUID } from 'node:crypto';
import { ObjectId } from 'bson';
import type { Operation, StoredDocument } from '../store/store.ts';
import { createIndexes } from './collection-indexes.ts';
import { copyBytes, type Doc, decodeTyped, encode } from './documents.ts';
import { beginsWithId } from './elements.ts';
import type { Entry } from './entry.ts';
import { badValue, MongoError } from './errors.ts';
import { fieldReader } from './field-reader.ts';
import { duplicateKey, type Index, type IndexSpec } from './indexes/index.ts';
import { keyOf } from './keys.ts';
import { compileFilter } from './match/compile.ts';
import type { ResidentDocuments } from './resident-documents.ts';
import { checkSize } from './size.ts';
import { isDocument, kindOf, numberOf } from './values.ts';

export type Collection = {
  readonly id: number;
  readonly uuid: string;
  db: string;
  name: string;
  /** Its documents are not in the store any more, so they cannot be read. */
  isDropped: boolean;
  readonly options: Doc;
  /** Indexed by the key of `_id`, in order of insertion. */
  readonly entries: Map<string, Entry>;
  /** Entries in order of insertion; those that are not loaded yet, only as far as they are read. */
  readonly inOrder: () => Iterable<Entry>;
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
  /** False while documents of the store are not in `entries` yet. The first use of `entries` loads all of them. */
  readonly isLoaded: () => boolean;
  /** Loads some documents of the store. */
  readonly loadSome: () => void;
};

export type CollectionParts = {
  readonly id: number;
  readonly db: string;
  readonly name: string;
  readonly options: Doc;
  readonly indexes?: readonly IndexSpec[];
  readonly nextSeq: () => number;
  readonly record: (operation: Operation) => void;
  readonly documents: ResidentDocuments;
  /** Some of the stored documents in order of insertion, from this number; without it, there are none. */
  readonly stored?: (from: number) => readonly StoredDocument[];
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

const readId = fieldReader(['_id']);

/** @throws MongoError when the validator of the collection refuses the document */
const validateDocument = (options: Doc, raw: Uint8Array, before: Entry | undefined): void => {
  const { validator, validationAction, validationLevel } = options;
  if (!isDocument(validator) || validationAction === 'warn' || validationLevel === 'off') return;
  const isValid = compileFilter(validator);
  const doc = decodeTyped(raw);
  if (isValid(doc)) return;
  if (before && validationLevel === 'moderate' && !isValid(decodeTyped(before.raw))) return;
  throw new MongoError(121, 'Document failed validation', {
    errInfo: { failingDocumentId: doc._id, details: {} },
  });
};

type EntriesParts = Pick<CollectionParts, 'id' | 'options' | 'nextSeq' | 'record' | 'documents'> & {
  readonly entriesOf: () => Map<string, Entry>;
  readonly indexes: ReturnType<typeof createIndexes>;
  readonly namespace: () => string;
};

/** Changes the entries of a collection together with its indexes, and records each change. */
const createChanges = (parts: EntriesParts) => {
  const { id, options, nextSeq, record, documents, entriesOf, indexes, namespace } = parts;

  const insert = (bytes: Uint8Array): Entry => {
    const entries = entriesOf();
    const raw = withId(bytes);
    checkSize(raw);
    const doc = indexes.readKeyFields(raw);
    checkId(doc._id);
    const key = keyOf(doc._id);
    if (entries.has(key)) throw duplicateKey(namespace(), '_id_', { _id: 1 }, doc);
    const keyed = indexes.newKeys(doc);
    const entry = documents.add(id, nextSeq(), key, raw);
    entries.set(key, entry);
    indexes.add(entry, keyed);
    record({ kind: 'put', collection: id, seq: entry.seq, body: raw });
    trim();
    return entry;
  };

  /** A capped collection removes its oldest documents. */
  const trim = (): void => {
    if (options.capped !== true || options.max === undefined) return;
    const max = numberOf(options.max);
    const entries = entriesOf();
    for (const entry of entries.values()) {
      if (entries.size <= max) break;
      remove(entry);
    }
  };

  const replace = (entry: Entry, raw: Uint8Array, touched?: ReadonlySet<string>): void => {
    checkSize(raw);
    indexes.update(entry, raw, touched);
    entry.raw = raw;
    record({ kind: 'put', collection: id, seq: entry.seq, body: raw });
  };

  const remove = (entry: Entry): void => {
    documents.detach(entry);
    const doc = indexes.readKeyFields(entry.raw);
    entriesOf().delete(entry.id);
    indexes.remove(entry, doc);
    record({ kind: 'remove', collection: id, seq: entry.seq });
  };

  return { insert, replace, remove };
};

type LoaderParts = Pick<CollectionParts, 'id' | 'documents'> & {
  readonly stored: NonNullable<CollectionParts['stored']>;
};

/** The entries of a collection, which are complete once they are used. */
const createEntries = ({ id, documents, stored }: LoaderParts) => {
  const entries = new Map<string, Entry>();
  let next = 0;
  let isLoaded = false;

  // a part that fails is tried again: entries without it would be answers, and break unique indexes
  const loadSome = (): void => {
    if (isLoaded) return;
    const part = stored(next);
    for (const { seq, body } of part) {
      const entry = documents.addStored(id, seq, keyOf(readId(body)._id), body);
      entries.set(entry.id, entry);
    }
    const last = part.at(-1);
    if (last) next = last.seq + 1;
    else isLoaded = true;
  };

  function* loadedAsRead(): Generator<Entry> {
    const known = entries.values();
    for (let read = 0; ; read += 1) {
      while (read === entries.size && !isLoaded) loadSome();
      const { done, value } = known.next();
      if (done) return;
      yield value;
    }
  }

  return {
    entriesOf: (): Map<string, Entry> => {
      while (!isLoaded) loadSome();
      return entries;
    },
    inOrder: (): Iterable<Entry> => (isLoaded ? entries.values() : loadedAsRead()),
    isLoaded: (): boolean => isLoaded,
    loadSome,
  };
};

/** A collection in memory; every change is also recorded for the store. */
export const createCollection = (parts: CollectionParts): Collection => {
  const { id, options, record, stored = () => [] } = parts;
  const { entriesOf, inOrder, isLoaded, loadSome } = createEntries({ ...parts, stored });
  const namespace = (): string => namespaceOf(collection);
  const indexes = createIndexes({ specs: parts.indexes ?? [ID_INDEX], entriesOf, namespace });
  const changes = createChanges({ ...parts, entriesOf, indexes, namespace });

  const describe = (): void =>
    record({
      kind: 'describe',
      collection: id,
      description: encode({
        db: collection.db,
        name: collection.name,
        options,
        indexes: indexes.all.map(({ spec }) => spec),
      }),
    });

  const collection: Collection = {
    id,
    uuid: randomUUID(),
    db: parts.db,
    name: parts.name,
    isDropped: false,
    options,
    get entries() {
      return entriesOf();
    },
    inOrder,
    indexes: indexes.all,
    isLoaded,
    loadSome,
    ...changes,
    addIndex: (spec) => {
      indexes.create(spec);
      describe();
    },
    removeIndex: indexes.drop,
    validate: (raw, before) => validateDocument(options, raw, before),
    describe,
  };
  return collection;
};
