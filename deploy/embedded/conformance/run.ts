import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Document, EJSON } from 'bson';
import { Collection, type CommandStartedEvent, Db, MongoClient, MongoServerError } from 'mongodb';
import { startMongo } from '../src/index.ts';
import { type Entities, mismatch } from './matching.ts';
import { onClient, onCollection, onDatabase, UnknownOperation } from './operations.ts';

/**
 * Runs MongoDB's unified CRUD specification tests against the embedded server.
 * `node run.ts --specifications <checkout> [--url mongodb://…] [--only <part of a file name>]`
 */

const { values } = parseArgs({
  options: { specifications: { type: 'string' }, url: { type: 'string' }, only: { type: 'string' } },
});
if (values.specifications === undefined) throw new Error('--specifications <checkout> is required');

const SERVER_VERSION = '7.0.14';

type Outcome = 'passed' | 'failed' | 'not for this server' | 'needs fail points' | 'unknown operation';

const compareVersions = (a: string, b: string): number => {
  const x = a.split('.').map(Number);
  const y = b.split('.').map(Number);
  for (let i = 0; i < 3; i++) if ((x[i] ?? 0) !== (y[i] ?? 0)) return (x[i] ?? 0) - (y[i] ?? 0);
  return 0;
};

const isMet = (requirement: Document): boolean => {
  const { minServerVersion, maxServerVersion, topologies, serverless, auth, csfle } = requirement;
  if (minServerVersion !== undefined && compareVersions(SERVER_VERSION, minServerVersion) < 0) return false;
  if (maxServerVersion !== undefined) {
    const max = String(maxServerVersion).replace(/\.99$/, '.999999');
    if (compareVersions(SERVER_VERSION, max) > 0) return false;
  }
  if (topologies !== undefined && !topologies.includes('single')) return false;
  return serverless !== 'require' && auth !== true && csfle !== true;
};

const isForUs = (requirements: Document[] | undefined): boolean =>
  requirements === undefined || requirements.some(isMet);

type Fixture = {
  readonly entities: Map<string, unknown>;
  readonly events: Map<string, CommandStartedEvent[]>;
  readonly clients: MongoClient[];
};

const createEntities = (url: string, definitions: readonly Document[]): Fixture => {
  const fixture: Fixture = { entities: new Map(), events: new Map(), clients: [] };
  for (const { client, database, collection } of definitions) {
    if (client) {
      const made = new MongoClient(url, { ...client.uriOptions, monitorCommands: true });
      const seen: CommandStartedEvent[] = [];
      const ignored = new Set(['configureFailPoint', ...(client.ignoreCommandMonitoringEvents ?? [])]);
      made.on('commandStarted', (event) => {
        if (!ignored.has(event.commandName)) seen.push(event);
      });
      fixture.entities.set(client.id, made);
      fixture.events.set(client.id, seen);
      fixture.clients.push(made);
    } else if (database) {
      const from = fixture.entities.get(database.client);
      if (from instanceof MongoClient)
        fixture.entities.set(database.id, from.db(database.databaseName, database.databaseOptions));
    } else if (collection) {
      const from = fixture.entities.get(collection.database);
      if (from instanceof Db)
        fixture.entities.set(
          collection.id,
          from.collection(collection.collectionName, collection.collectionOptions),
        );
    }
  }
  return fixture;
};

const resetData = async (admin: MongoClient, initialData: readonly Document[]): Promise<void> => {
  for (const { databaseName, collectionName, documents, createOptions } of initialData) {
    const db = admin.db(databaseName);
    await db.dropCollection(collectionName);
    if (documents.length > 0 && !createOptions) await db.collection(collectionName).insertMany(documents);
    else {
      await db.createCollection(collectionName, createOptions);
      if (documents.length > 0) await db.collection(collectionName).insertMany(documents);
    }
  }
};

const perform = async (
  entities: Entities,
  { name, object, arguments: given = {} }: Document,
): Promise<unknown> => {
  const target = entities.get(object);
  if (target instanceof Collection) return onCollection(name, target, { ...given });
  if (target instanceof Db) return onDatabase(name, target, { ...given });
  if (target instanceof MongoClient) return onClient(name, target, { ...given });
  throw new UnknownOperation(`${name} on ${object}`);
};

const checkError = (expected: Document, error: unknown): string | undefined => {
  if (!(error instanceof Error)) return `threw ${error}`;
  const { isClientError, errorCode, errorContains, errorResponse, errorCodeName } = expected;
  if (isClientError === true && error instanceof MongoServerError) return `server error: ${error.message}`;
  if (isClientError === false && !(error instanceof MongoServerError))
    return `client error: ${error.message}`;
  if (errorContains !== undefined && !error.message.toLowerCase().includes(errorContains.toLowerCase()))
    return `message is '${error.message}'`;
  const code = 'code' in error ? error.code : undefined;
  if (errorCode !== undefined && code !== errorCode) return `code is ${code}: ${error.message}`;
  if (errorCodeName !== undefined && (!('codeName' in error) || error.codeName !== errorCodeName))
    return `codeName of '${error.message}'`;
  if (errorResponse === undefined) return undefined;
  const response = 'errorResponse' in error ? error.errorResponse : undefined;
  return mismatch(errorResponse, response);
};

const runOperation = async (entities: Entities, operation: Document): Promise<string | undefined> => {
  let result: unknown;
  try {
    result = await perform(entities, operation);
  } catch (error) {
    if (error instanceof UnknownOperation) throw error;
    if (operation.expectError) return checkError(operation.expectError, error);
    return `${operation.name}: ${error instanceof Error ? error.message : error}`;
  }
  if (operation.expectError) return `${operation.name}: no error, got ${EJSON.stringify(result)}`;
  if (!('expectResult' in operation)) return undefined;
  const found = mismatch(operation.expectResult, result, '', entities);
  return found === undefined ? undefined : `${operation.name} ${found}`;
};

const checkEvents = (fixture: Fixture, expected: readonly Document[]): string | undefined => {
  for (const { client, events } of expected) {
    const seen = fixture.events.get(client) ?? [];
    const started = events.filter((event: Document) => 'commandStartedEvent' in event);
    if (started.length !== seen.length) return `${seen.length} commands instead of ${started.length}`;
    for (const [i, { commandStartedEvent }] of started.entries()) {
      const actual = seen[i];
      const { command, commandName, databaseName } = commandStartedEvent;
      if (commandName !== undefined && commandName !== actual?.commandName)
        return `command ${actual?.commandName}`;
      if (databaseName !== undefined && databaseName !== actual?.databaseName)
        return `database ${actual?.databaseName}`;
      const found =
        command === undefined ? undefined : mismatch(command, actual?.command, '', fixture.entities);
      if (found !== undefined) return `event ${i} ${found}`;
    }
  }
  return undefined;
};

const checkOutcome = async (
  admin: MongoClient,
  outcome: readonly Document[],
): Promise<string | undefined> => {
  for (const { databaseName, collectionName, documents } of outcome) {
    const kept = await admin.db(databaseName).collection(collectionName).find().sort({ _id: 1 }).toArray();
    const found = mismatch(documents, kept, 'outcome', new Map(), false);
    if (found !== undefined) return found;
  }
  return undefined;
};

const runTest = async (
  url: string,
  admin: MongoClient,
  suite: Document,
  test: Document,
): Promise<string | undefined> => {
  await resetData(admin, suite.initialData ?? []);
  const fixture = createEntities(url, suite.createEntities ?? []);
  try {
    for (const operation of test.operations) {
      const found = await runOperation(fixture.entities, operation);
      if (found !== undefined) return found;
    }
    return checkEvents(fixture, test.expectEvents ?? []) ?? (await checkOutcome(admin, test.outcome ?? []));
  } finally {
    for (const client of fixture.clients) await client.close();
  }
};

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const usesFailPoint = ({ operations }: Document): boolean =>
  operations.some(({ name }: Document) => name === 'failPoint');

const judge = async (
  url: string,
  admin: MongoClient,
  suite: Document,
  test: Document,
  name: string,
): Promise<Outcome> => {
  if (!isForUs(suite.runOnRequirements) || !isForUs(test.runOnRequirements)) return 'not for this server';
  if (usesFailPoint(test)) return 'needs fail points';
  try {
    const found = await runTest(url, admin, suite, test);
    if (found === undefined) return 'passed';
    print(`FAILED ${name}\n       ${found}`);
    return 'failed';
  } catch (error) {
    if (error instanceof UnknownOperation) {
      print(`UNKNOWN ${name}\n        ${error.message}`);
      return 'unknown operation';
    }
    print(`FAILED ${name}\n       ${error instanceof Error ? error.stack : error}`);
    return 'failed';
  }
};

const main = async (specifications: string, only: string): Promise<void> => {
  await using server = values.url === undefined ? await startMongo({ version: SERVER_VERSION }) : undefined;
  const url = server?.url ?? values.url ?? '';
  const admin = new MongoClient(url);
  const folder = join(specifications, 'source/crud/tests/unified');
  const files = readdirSync(folder).filter((file) => file.endsWith('.json') && file.includes(only));
  const counts = new Map<Outcome, number>();
  for (const file of files) {
    const suite: Document = EJSON.parse(readFileSync(join(folder, file), 'utf8'));
    for (const test of suite.tests) {
      const outcome = await judge(url, admin, suite, test, `${file}: ${test.description}`);
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    }
  }
  await admin.close();
  print(JSON.stringify(Object.fromEntries(counts)));
};

await main(values.specifications, values.only ?? '');
