import { MongoError, notSupported } from '../errors.ts';
import { resetPatternTime } from '../patterns/linear-pattern.ts';
import { firstKey, isDocument } from '../values.ts';
import type { Request } from '../wire.ts';
import { aggregateCommands } from './aggregate.ts';
import { collectionCommands } from './collections.ts';
import type { Commands, Reply, Server } from './command.ts';
import { diagnosticCommands } from './diagnostics.ts';
import { explainCommands } from './explain.ts';
import { findAndModifyCommands } from './find-and-modify.ts';
import { indexCommands } from './indexes.ts';
import { readCommands } from './read.ts';
import { writeCommands } from './write.ts';

const COMMANDS: Commands = {
  ...readCommands,
  ...writeCommands,
  ...findAndModifyCommands,
  ...aggregateCommands,
  ...indexCommands,
  ...collectionCommands,
  ...explainCommands,
  ...diagnosticCommands,
};

/** Commands of MongoDB that are refused as unsupported, not as unknown. */
const REFUSED: ReadonlySet<string> = new Set([
  'abortTransaction',
  'bulkWrite',
  'commitTransaction',
  'createUser',
  'eval',
  'geoNear',
  'mapReduce',
  'saslContinue',
  'saslStart',
]);

const refuseTransactions = (command: Request['command']): void => {
  if (command.txnNumber !== undefined && command.autocommit === false)
    throw new MongoError(20, 'Transaction numbers are only allowed on a replica set member or mongos');
  const { readConcern } = command;
  const level = isDocument(readConcern) ? readConcern.level : undefined;
  if (level === 'snapshot' || level === 'linearizable')
    throw new MongoError(123, `node needs to be a replica set member to use readConcern: ${level}`);
};

/** A write concern for replicas is refused, because there is one copy of the data. */
const refuseReplication = ({ writeConcern }: Request['command']): void => {
  const copies = isDocument(writeConcern) ? writeConcern.w : undefined;
  if (typeof copies === 'number' && copies > 1)
    throw new MongoError(2, "cannot use 'w' > 1 when a host is not replicated");
};

/** Executes a request in memory. Its changes wait in the engine for the store. */
export const runCommand = (server: Server, request: Request, connection: number): Reply => {
  const { command } = request;
  const name = firstKey(command) ?? '';
  const run = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!run) {
    if (REFUSED.has(name)) throw notSupported(name);
    throw new MongoError(59, `no such command: '${name}'`);
  }
  refuseTransactions(command);
  refuseReplication(command);
  resetPatternTime();
  return run(server, { request, command, db: String(command.$db), connection });
};
