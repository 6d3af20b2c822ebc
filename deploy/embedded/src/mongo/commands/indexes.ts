import type { Collection } from '../collection.ts';
import { type Doc, encode } from '../documents.ts';
import { isIndexSpec } from '../engine.ts';
import { MongoError, notSupported } from '../errors.ts';
import type { IndexSpec } from '../indexes/index.ts';
import { keyOf } from '../keys.ts';
import { compileFilter } from '../match/compile.ts';
import { isDocument, numberOf, show } from '../values.ts';
import { type Call, type Commands, collectionName, count, type Server } from './command.ts';
import { writableCollection } from './write.ts';

const NAMED_TYPES: ReadonlySet<unknown> = new Set(['2d', '2dsphere', 'text', 'hashed']);

const checkKey = (key: unknown): Doc => {
  if (!isDocument(key) || Object.keys(key).length === 0)
    throw new MongoError(67, 'Index keys cannot be empty.');
  for (const value of Object.values(key)) {
    const isDirection = typeof value === 'number' && value !== 0 && !Number.isNaN(value);
    if (!isDirection && !NAMED_TYPES.has(value))
      throw new MongoError(
        67,
        `Values in v:2 index key pattern cannot be of type ${typeof value}. Only numbers > 0, numbers < 0, and strings are allowed.`,
      );
  }
  return key;
};

const defaultName = (key: Doc): string =>
  Object.entries(key)
    .map(([name, order]) => `${name}_${order}`)
    .join('_');

const specOf = (value: unknown): IndexSpec => {
  const spec = isDocument(value) ? value : {};
  const key = checkKey(spec.key);
  if (spec.partialFilterExpression !== undefined) compileFilter(spec.partialFilterExpression);
  // Such an index has no entries, so it cannot enforce uniqueness.
  const isWildcard = Object.keys(key).some((name) => name.includes('$**'));
  if (spec.unique === true && (isWildcard || Object.values(key).includes('hashed')))
    throw notSupported('A unique hashed or wildcard index');
  return { v: 2, ...spec, key, name: typeof spec.name === 'string' ? spec.name : defaultName(key) };
};

const isSame = (a: unknown, b: unknown): boolean => keyOf(a ?? null) === keyOf(b ?? null);

const sameFlags = (a: IndexSpec, b: IndexSpec): boolean =>
  (a.unique === true) === (b.unique === true) && (a.sparse === true) === (b.sparse === true);

const sameOptions = (a: IndexSpec, b: IndexSpec): boolean =>
  isSame(a.expireAfterSeconds, b.expireAfterSeconds) &&
  isSame(a.partialFilterExpression, b.partialFilterExpression) &&
  isSame(a.collation, b.collation);

/** True when the index exists; throws when it exists with other options. */
const exists = (collection: Collection, spec: IndexSpec): boolean => {
  const named = collection.indexes.find(({ name }) => name === spec.name);
  if (named) {
    if (!isSame(named.spec.key, spec.key))
      throw new MongoError(
        86,
        `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: ${show(spec)}, existing index: ${show(named.spec)}`,
      );
    if (sameFlags(named.spec, spec) && sameOptions(named.spec, spec)) return true;
    throw new MongoError(
      sameOptions(named.spec, spec) ? 86 : 85,
      `An equivalent index already exists with the same name but different options. Requested index: ${show(spec)}, existing index: ${show(named.spec)}`,
    );
  }
  const equal = collection.indexes.find(
    (each) =>
      isSame(each.spec.key, spec.key) &&
      isSame(each.spec.collation, spec.collation) &&
      isSame(each.spec.partialFilterExpression, spec.partialFilterExpression),
  );
  if (equal) throw new MongoError(85, `Index already exists with a different name: ${equal.name}`);
  return false;
};

const isIdKey = (key: Doc): boolean => keyOf(key) === keyOf({ _id: 1 });

const createIndexes = (server: Server, call: Call): Doc => {
  const { command, db } = call;
  const name = collectionName(call, 'createIndexes');
  const existed = server.engine.find(db, name) !== undefined;
  const specs = (Array.isArray(command.indexes) ? command.indexes : []).map(specOf);
  const collection = writableCollection(server, db, name);
  const before = collection.indexes.length;
  for (const spec of specs) if (!isIdKey(spec.key) && !exists(collection, spec)) collection.addIndex(spec);
  const after = collection.indexes.length;
  return {
    numIndexesBefore: before,
    numIndexesAfter: after,
    createdCollectionAutomatically: !existed,
    ...(after === before ? { note: 'all indexes already exist' } : {}),
    ok: 1,
  };
};

const listIndexes = (server: Server, call: Call): Uint8Array => {
  const { command, db } = call;
  const name = collectionName(call, 'listIndexes');
  const collection = server.engine.find(db, name);
  if (!collection) throw new MongoError(26, `ns does not exist: ${db}.${name}`);
  const batchSize = isDocument(command.cursor) ? count(command.cursor, 'batchSize') : undefined;
  const specs = collection.indexes.map(({ spec }) => encode(spec));
  return server.cursors.open(`${db}.${name}`, specs, batchSize ?? Number.POSITIVE_INFINITY);
};

const dropOne = (collection: Collection, wanted: unknown): void => {
  if (wanted === '*') {
    for (const index of collection.indexes.slice(1)) collection.removeIndex(index);
    return;
  }
  const index = collection.indexes.find(({ name, spec }) =>
    typeof wanted === 'string' ? name === wanted : isSame(spec.key, wanted),
  );
  if (!index)
    throw new MongoError(
      27,
      typeof wanted === 'string'
        ? `index not found with name [${wanted}]`
        : `can't find index with key: ${show(wanted)}`,
    );
  if (index === collection.indexes[0]) throw new MongoError(72, 'cannot drop _id index');
  collection.removeIndex(index);
};

const dropIndexes = (server: Server, call: Call): Doc => {
  const { command, db } = call;
  const name = collectionName(call, 'dropIndexes');
  const collection = server.engine.find(db, name);
  if (!collection) throw new MongoError(26, `ns not found ${db}.${name}`);
  const before = collection.indexes.length;
  for (const wanted of Array.isArray(command.index) ? command.index : [command.index])
    dropOne(collection, wanted);
  collection.describe();
  return { nIndexesWas: before, ok: 1 };
};

/** Changes of an index that do not affect its entries. */
export const modifyIndex = (collection: Collection, change: unknown): void => {
  if (!isDocument(change)) return;
  const index = collection.indexes.find(
    ({ name, spec }) => name === change.name || isSame(spec.key, change.keyPattern),
  );
  if (!index || !isIndexSpec(index.spec)) throw new MongoError(27, 'cannot find the index to modify');
  if (change.expireAfterSeconds !== undefined)
    Object.assign(index.spec, { expireAfterSeconds: numberOf(change.expireAfterSeconds) });
  if (change.hidden !== undefined) Object.assign(index.spec, { hidden: change.hidden });
};

export const indexCommands: Commands = {
  createIndexes,
  listIndexes,
  dropIndexes,
  deleteIndexes: dropIndexes,
};
