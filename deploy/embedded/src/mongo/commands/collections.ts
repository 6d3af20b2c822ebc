import type { Collection } from '../collection.ts';
import { type Doc, encode } from '../documents.ts';
import { badValue, MongoError, notSupported } from '../errors.ts';
import { keyOf } from '../keys.ts';
import { compileFilter } from '../match/compile.ts';
import { isDocument, numberOf } from '../values.ts';
import { type Call, type Commands, collectionName, count, type Server } from './command.ts';
import { modifyIndex } from './indexes.ts';
import { pipelineOf } from './pipeline.ts';

/** Fields of every command that are no options of the collection. */
const ENVELOPE: ReadonlySet<string> = new Set(['create', 'lsid', 'comment', 'writeConcern', 'apiVersion']);

const optionsOf = (command: Doc): Doc =>
  Object.fromEntries(
    Object.entries(command).filter(([name]) => !name.startsWith('$') && !ENVELOPE.has(name)),
  );

const checkOptions = (options: Doc): void => {
  if (options.capped !== undefined && typeof options.capped !== 'boolean')
    throw new MongoError(14, "BSON field 'create.capped' is the wrong type, expected type 'bool'");
  if (options.capped === true && !(numberOf(options.size) > 0))
    throw new MongoError(72, "the 'size' field is required when 'capped' is true");
  if (options.encryptedFields !== undefined) throw notSupported('Queryable encryption');
  if (options.validator !== undefined) {
    if (!isDocument(options.validator)) throw badValue("'validator' has to be a document");
    compileFilter(options.validator);
  }
  if (options.viewOn !== undefined) pipelineOf(options.pipeline ?? []);
};

const create = (server: Server, call: Call): Doc => {
  const { command, db } = call;
  const name = collectionName(call, 'create');
  const options = optionsOf(command);
  checkOptions(options);
  const existing = server.engine.find(db, name);
  if (!existing) server.engine.ensure(db, name, options);
  else if (keyOf(existing.options) !== keyOf(options))
    throw new MongoError(48, `Collection ${db}.${name} already exists.`);
  return { ok: 1 };
};

const drop = (server: Server, call: Call): Doc => {
  const collection = server.engine.find(call.db, collectionName(call, 'drop'));
  if (!collection) return { ok: 1 };
  server.engine.drop(collection);
  return { nIndexesWas: collection.indexes.length, ns: `${collection.db}.${collection.name}`, ok: 1 };
};

const dropDatabase = ({ engine }: Server, { db }: Call): Doc => {
  for (const collection of [...(engine.databases.get(db)?.values() ?? [])]) engine.drop(collection);
  return { dropped: db, ok: 1 };
};

const splitNamespace = (value: unknown): [db: string, name: string] => {
  const text = String(value);
  const dot = text.indexOf('.');
  return [text.slice(0, dot), text.slice(dot + 1)];
};

const renameCollection = ({ engine }: Server, { command }: Call): Doc => {
  const [fromDb, fromName] = splitNamespace(command.renameCollection);
  const [toDb, toName] = splitNamespace(command.to);
  const collection = engine.find(fromDb, fromName);
  if (!collection) throw new MongoError(26, `Source collection ${fromDb}.${fromName} does not exist`);
  const target = engine.find(toDb, toName);
  if (target === collection) throw new MongoError(20, "Can't rename a collection to itself");
  if (target) {
    if (command.dropTarget !== true) throw new MongoError(48, 'target namespace exists');
    engine.drop(target);
  }
  engine.rename(collection, toDb, toName);
  return { ok: 1 };
};

const MODIFIABLE = ['validator', 'validationLevel', 'validationAction', 'expireAfterSeconds'] as const;

const collMod = (server: Server, call: Call): Doc => {
  const { command, db } = call;
  const collection = server.engine.find(db, collectionName(call, 'collMod'));
  if (!collection) throw new MongoError(26, 'ns does not exist');
  if (command.validator !== undefined) compileFilter(command.validator);
  for (const name of MODIFIABLE) if (name in command) collection.options[name] = command[name];
  if (command.index !== undefined) modifyIndex(collection, command.index);
  collection.describe();
  return { ok: 1 };
};

const bytesIn = (collection: Collection): number => {
  let bytes = 0;
  for (const { raw } of collection.entries.values()) bytes += raw.length;
  return bytes;
};

const collStats = (server: Server, call: Call): Doc => {
  const name = collectionName(call, 'collStats');
  const collection = server.engine.find(call.db, name);
  const { capped, size, max } = collection?.options ?? {};
  return {
    ns: `${call.db}.${name}`,
    count: collection?.entries.size ?? 0,
    size: collection ? bytesIn(collection) : 0,
    capped: capped === true,
    ...(capped === true ? { maxSize: size, max: max ?? 0 } : {}),
    nindexes: collection?.indexes.length ?? 0,
    ok: 1,
  };
};

const dbStats = ({ engine }: Server, { db }: Call): Doc => {
  const collections = [...(engine.databases.get(db)?.values() ?? [])];
  return {
    db,
    collections: collections.length,
    objects: collections.reduce((total, { entries }) => total + entries.size, 0),
    indexes: collections.reduce((total, { indexes }) => total + indexes.length, 0),
    ok: 1,
  };
};

const typeOf = ({ options }: Collection): string => {
  if (options.viewOn !== undefined) return 'view';
  return options.timeseries === undefined ? 'collection' : 'timeseries';
};

const describeCollection = (collection: Collection, isNameOnly: boolean): Doc => ({
  name: collection.name,
  type: typeOf(collection),
  ...(isNameOnly
    ? {}
    : {
        options: collection.options,
        info: { readOnly: false },
        idIndex: collection.indexes[0]?.spec,
      }),
});

const listCollections = ({ engine, cursors }: Server, { command, db }: Call): Uint8Array => {
  const isWanted = compileFilter(command.filter);
  const described = [...(engine.databases.get(db)?.values() ?? [])]
    .map((collection) => describeCollection(collection, command.nameOnly === true))
    .filter(isWanted)
    .map(encode);
  const batchSize = isDocument(command.cursor) ? count(command.cursor, 'batchSize') : undefined;
  return cursors.open(`${db}.$cmd.listCollections`, described, batchSize ?? Number.POSITIVE_INFINITY);
};

const listDatabases = ({ engine }: Server, { command }: Call): Doc => {
  const databases = [...engine.databases.keys()]
    .map((name) => ({ name, sizeOnDisk: 1, empty: false }))
    .filter(compileFilter(command.filter));
  return {
    databases: command.nameOnly === true ? databases.map(({ name }) => ({ name })) : databases,
    totalSize: databases.length,
    ok: 1,
  };
};

export const collectionCommands: Commands = {
  create,
  drop,
  dropDatabase,
  renameCollection,
  collMod,
  collStats,
  dbStats,
  listCollections,
  listDatabases,
};
