import { fieldsNeeded } from '../aggregate/dependencies.ts';
import { runStages } from '../aggregate/stages.ts';
import type { CollectionReader } from '../aggregate/stream.ts';
import { collationOf } from '../collation.ts';
import { type Doc, decode, encodeComputed } from '../documents.ts';
import type { Engine } from '../engine.ts';
import { MongoError } from '../errors.ts';
import { fieldReader, readAllFields } from '../field-reader.ts';
import { findEntries } from '../query.ts';
import { isDocument, numberOf } from '../values.ts';
import type { Server } from './command.ts';
import { writeMerge, writeOut } from './pipeline-output.ts';
import { variablesOf } from './write.ts';

const stageName = (stage: Doc | undefined): string => Object.keys(stage ?? {})[0] ?? '';

export const pipelineOf = (value: unknown): Doc[] => {
  if (!Array.isArray(value)) throw new MongoError(14, "'pipeline' option must be specified as an array");
  return value.map((stage) => {
    if (!isDocument(stage))
      throw new MongoError(14, "Each element of the 'pipeline' array must be an object");
    if (Object.keys(stage).length !== 1)
      throw new MongoError(40323, 'A pipeline stage specification object must contain exactly one field.');
    return stage;
  });
};

const readers = new WeakMap<Engine, Map<string, CollectionReader>>();

/** Reads collections of a database for stages such as $lookup; a view is the result of its pipeline. */
const readerFor = (server: Server, db: string): CollectionReader => {
  const known = readers.get(server.engine) ?? new Map<string, CollectionReader>();
  readers.set(server.engine, known);
  const reader = known.get(db) ?? {
    find: (from: unknown, filter: Doc): Doc[] => {
      const named = isDocument(from)
        ? { db: String(from.db), name: String(from.coll) }
        : { db, name: String(from) };
      const collection = server.engine.find(named.db, named.name);
      if (!collection) return [];
      if (collection.options.viewOn === undefined)
        return findEntries(collection, { filter }).entries.map((entry) => decode(entry.raw));
      return runPipeline(server, named.db, named.name, [{ $match: filter }], {}).map(decode);
    },
  };
  known.set(db, reader);
  return reader;
};

type Input = { readonly raws: readonly Uint8Array[] } | { readonly docs: readonly Doc[] };

/** Stages that are allowed only at the start of a pipeline, and read no documents. */
const specialInput = (
  server: Server,
  db: string,
  name: string | undefined,
  first: Doc,
): Doc[] | undefined => {
  const collection = name === undefined ? undefined : server.engine.find(db, name);
  switch (stageName(first)) {
    case '$collStats': {
      const count = collection?.entries.size ?? 0;
      return [{ ns: `${db}.${name}`, count, storageStats: { count, size: 0 } }];
    }
    case '$indexStats':
      return (collection?.indexes ?? []).map((index) => ({
        name: index.name,
        key: index.spec.key,
        accesses: { ops: 0 },
      }));
    case '$currentOp':
    case '$listLocalSessions':
      return [{ type: 'op', desc: 'conn' }];
    default:
      return undefined;
  }
};

/** The number of leading stages that a query can execute, with an index if there is one. */
type Pushed = {
  readonly filter: Doc;
  readonly sort: unknown;
  readonly skip: number;
  readonly limit: number;
  readonly used: number;
};

const pushDown = (stages: readonly Doc[]): Pushed => {
  let used = 0;
  const take = (name: string): unknown => {
    const stage = stages[used];
    if (stageName(stage) !== name) return undefined;
    used++;
    return stage?.[name];
  };
  const match = take('$match');
  const sort = take('$sort');
  const skip = take('$skip');
  const limit = take('$limit');
  if (limit !== undefined && !(numberOf(limit) > 0))
    throw new MongoError(15958, 'the limit must be positive');
  return {
    filter: isDocument(match) ? match : {},
    sort,
    skip: skip === undefined ? 0 : numberOf(skip),
    limit: limit === undefined ? 0 : numberOf(limit),
    used,
  };
};

const readInput = (server: Server, db: string, name: string, stages: Doc[], command: Doc): Input => {
  const collection = server.engine.find(db, name);
  const pushed = pushDown(stages);
  stages.splice(0, pushed.used);
  if (!collection) return { docs: [] };
  const { entries } = findEntries(collection, {
    filter: pushed.filter,
    sort: pushed.sort,
    skip: pushed.skip,
    limit: pushed.limit,
    variables: variablesOf(command.let),
    collation: command.collation,
    hint: command.hint,
    maxTimeMS: typeof command.maxTimeMS === 'number' ? command.maxTimeMS : undefined,
  });
  if (stages.length === 0) return { raws: entries.map((entry) => entry.raw) };
  const names = fieldsNeeded(stages);
  const read = names ? fieldReader(names) : readAllFields;
  return { docs: entries.map(({ raw }) => read(raw)) };
};

/** Runs a pipeline on a collection or view (or none, for `{aggregate: 1}`) and returns documents as bytes. */
export const runPipeline = (
  server: Server,
  db: string,
  name: string | undefined,
  pipeline: readonly Doc[],
  command: Doc,
): Uint8Array[] => {
  const collection = name === undefined ? undefined : server.engine.find(db, name);
  const { viewOn, pipeline: viewPipeline } = collection?.options ?? {};
  if (viewOn !== undefined) {
    const before = Array.isArray(viewPipeline) ? viewPipeline.filter(isDocument) : [];
    return runPipeline(server, db, String(viewOn), [...before, ...pipeline], command);
  }
  const stages = [...pipeline];
  const last = stages.at(-1);
  const output = stageName(last) === '$out' || stageName(last) === '$merge' ? last : undefined;
  if (output) stages.pop();
  const result = computeStages(server, db, name, stages, command);
  if (!output) return result;
  const docs = result.map(decode);
  if ('$out' in output) writeOut(server, db, output.$out, docs);
  else writeMerge(server, db, output.$merge, docs);
  return [];
};

const inputOf = (
  server: Server,
  db: string,
  name: string | undefined,
  stages: Doc[],
  command: Doc,
): Input => {
  const first = stages[0] ?? {};
  const special = specialInput(server, db, name, first);
  if (special) {
    stages.shift();
    return { docs: special };
  }
  if ('$documents' in first) return { docs: [] };
  if (name === undefined)
    throw new MongoError(
      73,
      `{aggregate: 1} is not valid for '${stageName(first)}'; a collection is required.`,
    );
  return readInput(server, db, name, stages, command);
};

const computeStages = (
  server: Server,
  db: string,
  name: string | undefined,
  stages: Doc[],
  command: Doc,
): Uint8Array[] => {
  const input = inputOf(server, db, name, stages, command);
  if ('raws' in input) return [...input.raws];
  const collection = name === undefined ? undefined : server.engine.find(db, name);
  const docs = runStages(input.docs, stages, {
    variables: variablesOf(command.let),
    collation: collationOf(command.collation ?? collection?.options.collation),
    reader: readerFor(server, db),
  });
  return docs.map(encodeComputed);
};
