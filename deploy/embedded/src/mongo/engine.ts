import type { Operation, Store } from '../store/store.ts';
import { type Collection, type CollectionParts, createCollection } from './collection.ts';
import { type Doc, decode } from './documents.ts';
import { MongoError } from './errors.ts';
import type { IndexSpec } from './indexes/index.ts';
import { afterAll, keyOf, kindRange } from './keys.ts';
import { createResidentDocuments, type DocumentsUse } from './resident-documents.ts';
import { isDocument, numberOf } from './values.ts';

/** Documents that are loaded together: a few ms. */
const PART = 500;

/** All databases in memory, and the changes that are not in the store yet. */
export type Engine = {
  readonly databases: Map<string, Map<string, Collection>>;
  readonly find: (db: string, name: string) => Collection | undefined;
  /** The collection, created when it does not exist. */
  readonly ensure: (db: string, name: string, options?: Doc) => Collection;
  readonly drop: (collection: Collection) => void;
  readonly rename: (collection: Collection, db: string, name: string) => void;
  readonly hasPending: () => boolean;
  /** Returns the changes since the last call; they must be committed before a response shows them. */
  readonly takePending: () => Operation[];
  /** Every change is in the store. */
  readonly settle: () => void;
  /** Loads some documents of a store that does not fit in memory, and is not loaded at once. @returns false when all are loaded */
  readonly loadSome: () => boolean;
  /** Removes documents whose TTL has expired. */
  readonly expire: (now: Date) => void;
  readonly use: () => DocumentsUse & { readonly storedBytes: number; readonly maxResidentBytes: number };
};

export const isIndexSpec = (value: unknown): value is IndexSpec =>
  isDocument(value) && typeof value.name === 'string' && isDocument(value.key);

const checkName = (db: string, name: string): void => {
  const isBad = name === '' || name.includes('\0') || name.startsWith('.') || name.includes('$');
  if (isBad || db === '' || /[\0/\\. "$]/.test(db))
    throw new MongoError(73, `Invalid namespace specified '${db}.${name}'`);
};

/** The collections by database and name. */
const createNamespaces = () => {
  const databases: Engine['databases'] = new Map();
  return {
    databases,
    find: (db: string, name: string): Collection | undefined => databases.get(db)?.get(name),
    put: (collection: Collection): void => {
      const { db, name } = collection;
      const collections = databases.get(db) ?? new Map<string, Collection>();
      databases.set(db, collections);
      collections.set(name, collection);
    },
    detach: ({ db, name }: Collection): void => {
      const collections = databases.get(db);
      collections?.delete(name);
      if (collections?.size === 0) databases.delete(db);
    },
    all: (): Collection[] => [...databases.values()].flatMap((each) => [...each.values()]),
  };
};

/** The changes that are not in the store yet. */
const createPending = () => {
  let pending: Operation[] = [];
  return {
    record: (operation: Operation): void => {
      pending.push(operation);
    },
    hasPending: () => pending.length > 0,
    takePending: () => {
      const taken = pending;
      pending = [];
      return taken;
    },
  };
};

const expireIndex = (collection: Collection, index: Collection['indexes'][number], now: Date): void => {
  const { expireAfterSeconds } = index.spec;
  if (expireAfterSeconds === undefined || index.fields.length !== 1) return;
  const last = new Date(now.getTime() - numberOf(expireAfterSeconds) * 1000);
  const [from] = kindRange(last);
  for (const entry of new Set(index.entries.scan(from, afterAll(keyOf(last))))) collection.remove(entry);
};

const expireTimeSeries = (collection: Collection, now: Date): void => {
  const { timeseries, expireAfterSeconds } = collection.options;
  if (!isDocument(timeseries) || expireAfterSeconds === undefined) return;
  const last = now.getTime() - numberOf(expireAfterSeconds) * 1000;
  for (const entry of [...collection.entries.values()]) {
    const time = decode(entry.raw)[String(timeseries.timeField)];
    if (time instanceof Date && time.getTime() <= last) collection.remove(entry);
  }
};

type EngineOptions = {
  /** The bytes of documents in memory; the others are read from the store. */
  readonly residentBytes: number;
};

export const createEngine = (store: Store, { residentBytes }: EngineOptions): Engine => {
  const documents = createResidentDocuments({ store, maxBytes: residentBytes });
  const { databases, find, put, detach, all } = createNamespaces();
  const { record, hasPending, takePending } = createPending();
  let nextSeq = store.lastSeq() + 1;
  let nextCollection = 1;

  const add = (
    parts: Pick<CollectionParts, 'id' | 'db' | 'name' | 'options' | 'indexes' | 'stored'>,
  ): Collection => {
    const collection = createCollection({ ...parts, nextSeq: () => nextSeq++, record, documents });
    put(collection);
    return collection;
  };

  const load = (): void => {
    for (const { collection: id, description } of store.descriptions()) {
      const { db, name, options, indexes } = decode(description);
      add({
        id,
        db: String(db),
        name: String(name),
        options: isDocument(options) ? options : {},
        indexes: Array.isArray(indexes) ? indexes.filter(isIndexSpec) : [],
        stored: (from) => store.documentsFrom(id, from, PART),
      });
      nextCollection = Math.max(nextCollection, id + 1);
    }
  };
  const loadSome = (): boolean => {
    const next = all().find(({ isLoaded }) => !isLoaded());
    next?.loadSome();
    return next !== undefined;
  };

  load();
  if (store.bytes() <= residentBytes) while (loadSome());

  return {
    databases,
    find,
    ensure: (db, name, options = {}) => {
      const known = find(db, name);
      if (known) return known;
      checkName(db, name);
      const collection = add({ id: nextCollection++, db, name, options });
      collection.describe();
      return collection;
    },
    drop: (collection) => {
      detach(collection);
      collection.isDropped = true;
      record({ kind: 'drop', collection: collection.id });
    },
    rename: (collection, db, name) => {
      checkName(db, name);
      detach(collection);
      collection.db = db;
      collection.name = name;
      put(collection);
      collection.describe();
    },
    hasPending,
    takePending,
    settle: documents.settle,
    loadSome,
    use: () => ({ ...documents.use(), storedBytes: store.bytes(), maxResidentBytes: residentBytes }),
    expire: (now) => {
      for (const collection of all().filter(({ isLoaded }) => isLoaded())) {
        expireTimeSeries(collection, now);
        for (const index of collection.indexes) expireIndex(collection, index, now);
      }
    },
  };
};
