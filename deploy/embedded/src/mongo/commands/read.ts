import { Long } from 'bson';
import { collationOf, fold } from '../collation.ts';
import type { Collection } from '../collection.ts';
import { type Doc, decode } from '../documents.ts';
import { badValue, MongoError, notSupported, typeMismatch } from '../errors.ts';
import { fieldReader } from '../field-reader.ts';
import { keyOf } from '../keys.ts';
import { reach } from '../paths.ts';
import { compileShape } from '../project.ts';
import { checkFilter, findEntries, type Query } from '../query.ts';
import { compare, isDocument } from '../values.ts';
import {
  type Call,
  type Commands,
  collectionName,
  count,
  maxTime,
  optionalDocument,
  type Server,
} from './command.ts';
import type { Results } from './cursors.ts';
import { runPipeline } from './pipeline.ts';
import { requireHint, variablesOf } from './write.ts';

const isView = (collection: Collection | undefined): boolean => collection?.options.viewOn !== undefined;

/** The stages equivalent to a find, for a view. */
const stagesOfFind = (filter: Doc, sort: unknown, skip: number, limit: number): Doc[] => [
  { $match: filter },
  ...(isDocument(sort) && Object.keys(sort).length > 0 ? [{ $sort: sort }] : []),
  ...(skip > 0 ? [{ $skip: skip }] : []),
  ...(limit > 0 ? [{ $limit: limit }] : []),
];

const queryOf = (command: Doc, filter: Doc): Query => ({
  filter,
  sort: command.sort,
  skip: count(command, 'skip'),
  limit: count(command, 'limit'),
  variables: variablesOf(command.let),
  collation: command.collation,
  hint: command.hint,
  maxTimeMS: maxTime(command),
});

/** Unsupported options that would change the result; other options only change how it is computed. */
const UNSUPPORTED_OPTIONS = ['min', 'max', 'returnKey', 'showRecordId'] as const;

const refuseTailable = (collection: Collection | undefined): void => {
  if (collection?.options.capped === true) throw notSupported('A tailable cursor');
  throw badValue('error processing query: tailable cursor requested on non capped collection');
};

type Shape = (raw: Uint8Array) => Uint8Array;

/**
 * The documents that a query finds. All of a collection in any order are read batch by batch: any version of a document is
 * an answer, and together they may need more memory than there is.
 */
const resultsOf = (collection: Collection, query: Query, shape: Shape): Results => {
  const { entries } = findEntries(collection, query);
  const isEverything = isDocument(query.filter) && Object.keys(query.filter).length === 0;
  if (!isEverything) return entries.map(({ raw }) => shape(raw));
  return {
    length: entries.length,
    at: (index) => {
      if (collection.isDropped) throw new MongoError(175, 'collection dropped');
      const entry = entries[index];
      return entry && shape(entry.raw);
    },
  };
};

const find = (server: Server, call: Call): Uint8Array => {
  const { command, db } = call;
  const name = collectionName(call, 'find');
  const collection = server.engine.find(db, name);
  if (command.filter !== undefined && !isDocument(command.filter))
    throw typeMismatch("BSON field 'FindCommandRequest.filter' is the wrong type, expected type 'object'");
  if (command.tailable === true) refuseTailable(collection);
  for (const option of UNSUPPORTED_OPTIONS)
    if (command[option] !== undefined && command[option] !== false) throw notSupported(`find with ${option}`);
  const filter = isDocument(command.filter) ? command.filter : {};
  const query = queryOf(command, filter);
  const shape = compileShape(command.projection, filter, variablesOf(command.let));
  const batchSize = count(command, 'batchSize');
  const isSingleBatch = command.singleBatch === true;
  const namespace = `${db}.${name}`;
  if (!collection) checkFilter(filter);
  requireHint(collection, command.hint);
  const viewed = (): Uint8Array[] =>
    runPipeline(
      server,
      db,
      name,
      stagesOfFind(filter, command.sort, query.skip ?? 0, query.limit ?? 0),
      command,
    ).map(shape);
  const stored = (): Results => (collection ? resultsOf(collection, query, shape) : []);
  const results = isView(collection) ? viewed() : stored();
  return server.cursors.open(namespace, results, batchSize, isSingleBatch);
};

const cursorId = (value: unknown): bigint =>
  value instanceof Long ? value.toBigInt() : BigInt(typeof value === 'number' ? value : 0);

const getMore = ({ cursors }: Server, { command }: Call): Uint8Array =>
  cursors.next(cursorId(command.getMore), count(command, 'batchSize'));

const killCursors = ({ cursors }: Server, { command }: Call): Doc => {
  const ids = (Array.isArray(command.cursors) ? command.cursors : []).map(cursorId);
  const killed = new Set(ids.filter((id) => cursors.kill(id)));
  const longs = (list: readonly bigint[]): Long[] => list.map((id) => Long.fromBigInt(id));
  return {
    cursorsKilled: longs([...killed]),
    cursorsNotFound: longs(ids.filter((id) => !killed.has(id))),
    cursorsAlive: [],
    cursorsUnknown: [],
    ok: 1,
  };
};

const countCommand = (server: Server, call: Call): Doc => {
  const { command, db } = call;
  const name = collectionName(call, 'count');
  const collection = server.engine.find(db, name);
  const filter = optionalDocument(command.query, 'query') ?? {};
  const skip = count(command, 'skip');
  const limit = Math.abs(typeof command.limit === 'number' ? command.limit : 0);
  if (!collection) {
    checkFilter(filter);
    return { n: 0, ok: 1 };
  }
  requireHint(collection, command.hint);
  if (isView(collection)) {
    const stages = stagesOfFind(filter, undefined, skip ?? 0, limit);
    return { n: runPipeline(server, db, name, stages, command).length, ok: 1 };
  }
  const isPlain = Object.keys(filter).length === 0 && !skip && !limit && command.hint === undefined;
  if (isPlain) return { n: collection.entries.size, ok: 1 };
  const { entries } = findEntries(collection, {
    ...queryOf({ ...command, limit: undefined, sort: undefined }, filter),
    limit,
  });
  return { n: entries.length, ok: 1 };
};

const distinct = (server: Server, call: Call): Doc => {
  const { command, db } = call;
  const name = collectionName(call, 'distinct');
  const collection = server.engine.find(db, name);
  const filter = optionalDocument(command.query, 'query') ?? {};
  const collation = collationOf(command.collation);
  const path = String(command.key).split('.');
  const read = fieldReader(path.slice(0, 1));
  if (!collection) {
    checkFilter(filter);
    return { values: [], ok: 1 };
  }
  requireHint(collection, command.hint);
  const docs = isView(collection)
    ? runPipeline(server, db, name, [{ $match: filter }], command).map(decode)
    : findEntries(collection, queryOf(command, filter)).entries.map(({ raw }) => read(raw));
  const values = new Map<string, unknown>();
  for (const doc of docs)
    for (const reached of reach(doc, path))
      for (const value of Array.isArray(reached) ? reached : [reached]) {
        const key = keyOf(fold(value, collation));
        if (value !== undefined && !values.has(key)) values.set(key, value);
      }
  return { values: [...values.values()].sort(compare), ok: 1 };
};

export const readCommands: Commands = { find, getMore, killCursors, count: countCommand, distinct };
