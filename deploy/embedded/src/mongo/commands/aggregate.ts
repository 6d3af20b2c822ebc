import { failedToParse } from '../errors.ts';
import { findEntries } from '../query.ts';
import { isDocument } from '../values.ts';
import { type Call, type Command, type Commands, count, type Reply, type Server } from './command.ts';
import { describePlan } from './explain.ts';
import { pipelineOf, runPipeline } from './pipeline.ts';

const aggregate: Command = (server: Server, call: Call): Reply => {
  const { command, db } = call;
  const name = typeof command.aggregate === 'string' ? command.aggregate : undefined;
  const pipeline = pipelineOf(command.pipeline);
  if (command.explain === true) {
    const filter = pipeline[0]?.$match ?? {};
    const collection = name === undefined ? undefined : server.engine.find(db, name);
    const answer = collection ? findEntries(collection, { filter, hint: command.hint }) : undefined;
    return { ...describePlan(server, collection, filter, {}, answer), stages: pipeline };
  }
  if (!isDocument(command.cursor))
    throw failedToParse("The 'cursor' option is required, except for aggregate with the explain argument");
  const docs = runPipeline(server, db, name, pipeline, command);
  const namespace = `${db}.${name ?? '$cmd.aggregate'}`;
  return server.cursors.open(namespace, docs, count(command.cursor, 'batchSize'));
};

export const aggregateCommands: Commands = { aggregate };
