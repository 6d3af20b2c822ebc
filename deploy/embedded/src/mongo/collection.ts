import { randomUUID } from 'node:crypto';
import { ObjectId } from 'bson';
import type { Operation } from '../store/store.ts';
import { createIndexes } from './collection-indexes.ts';
import { copyBytes, type Doc, decodeTyped, encode } from './documents.ts';
import { beginsWithId } from './elements.ts';
import type { Entry } from './entry.ts';
import { badValue, MongoError } from './errors.ts';
import { fieldReader } from './field-reader.ts';
import { duplicateKey, type Index, type IndexSpec } from './indexes/index.ts';
import { keyOf } from './keys.ts';
import { compileFilter } from './match/compile.ts';
import { createPacker } from './pack.ts';
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

type EntriesParts = Pick<CollectionParts, 'id' | 'options' | 'nextSeq' | 'record'> & {
  readonly entries: Map<string, Entry>;
  readonly indexes: ReturnType<typeof createIndexes>;
  readonly namespace: () => string;
};

/** Changes the entries of a collection together with its indexes, and records each change. */
const createChanges = ({ id, options, nextSeq, record, entries, indexes, namespace }: EntriesParts) => {
  const insert = (bytes: Uint8Array): Entry => {
    const raw = withId(bytes);
    checkSize(raw);
    const doc = indexes.readKeyFields(raw);
    checkId(doc._id);
    const key = keyOf(doc._id);
    if (entries.has(key)) throw duplicateKey(namespace(), '_id_', { _id: 1 }, doc);
    const keyed = indexes.newKeys(doc);
    const entry: Entry = { seq: nextSeq(), id: key, raw };
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
    const doc = indexes.readKeyFields(entry.raw);
    entries.delete(entry.id);
    indexes.remove(entry, doc);
    record({ kind: 'remove', collection: id, seq: entry.seq });
  };

  const load: Collection['load'] = (docs) => {
    const pack = createPacker();
    for (const { seq, raw } of docs) {
      const entry: Entry = { seq, id: keyOf(readId(raw)._id), raw: pack(raw) };
      entries.set(entry.id, entry);
    }
    indexes.fillLater();
  };

  return { insert, replace, remove, load };
};

/** A collection in memory; every change is also recorded for the store. */
export const createCollection = (parts: CollectionParts): Collection => {
  const { id, options, record } = parts;
  const entries = new Map<string, Entry>();
  const namespace = (): string => namespaceOf(collection);
  const indexes = createIndexes({ specs: parts.indexes ?? [ID_INDEX], entries, namespace });
  const changes = createChanges({ ...parts, entries, indexes, namespace });

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
    options,
    entries,
    indexes: indexes.all,
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
