import type { Collection } from '../collection.ts';
import type { Doc } from '../documents.ts';
import type { Entry } from '../entry.ts';
import type { IndexPlan } from '../indexes/planner.ts';
import type { Answer } from '../query.ts';
import { findEntries } from '../query.ts';
import { isDocument, numberOf } from '../values.ts';
import type { Call, Commands, Server } from './command.ts';

const readStage = (answer: Answer): Doc => {
  const { plan } = answer;
  if (plan === undefined) return { stage: 'COLLSCAN', direction: 'forward' };
  if (plan === 'id') return { stage: 'IDHACK' };
  const inputStage = 'index' in plan ? scanStage(plan) : { stage: 'OR', inputStages: plan.map(scanStage) };
  return { stage: 'FETCH', inputStage };
};

const scanStage = ({ index, isBackwards }: IndexPlan<Entry>): Doc => ({
  stage: 'IXSCAN',
  keyPattern: index.spec.key,
  indexName: index.name,
  isMultiKey: index.arrayPaths.size > 0,
  isUnique: index.isUnique,
  isSparse: index.isSparse,
  isPartial: index.partialFilter !== undefined,
  direction: isBackwards ? 'backward' : 'forward',
});

const winningPlan = (answer: Answer | undefined, options: Doc): Doc => {
  if (!answer) return { stage: 'EOF' };
  const hasSort = isDocument(options.sort) && Object.keys(options.sort).length > 0;
  const needsSort = hasSort && !answer.isSortedByIndex;
  const read = readStage(answer);
  const sorted = needsSort ? { stage: 'SORT', sortPattern: options.sort, inputStage: read } : read;
  const limit = numberOf(options.limit ?? 0);
  return limit > 0 ? { stage: 'LIMIT', limitAmount: limit, inputStage: sorted } : sorted;
};

/** The response of `explain`: the executed plan and what it examined. */
export const describePlan = (
  server: Server,
  collection: Collection | undefined,
  filter: unknown,
  options: Doc,
  answer: Answer | undefined,
): Doc => ({
  explainVersion: '1',
  queryPlanner: {
    namespace: collection ? `${collection.db}.${collection.name}` : '',
    parsedQuery: filter,
    winningPlan: winningPlan(answer, options),
    rejectedPlans: [],
  },
  executionStats: {
    executionSuccess: true,
    nReturned: answer?.entries.length ?? 0,
    executionTimeMillis: 0,
    totalKeysExamined: answer?.plan === undefined ? 0 : answer.examined,
    totalDocsExamined: answer?.examined ?? 0,
  },
  serverInfo: { version: server.settings.version },
  ok: 1,
});

const firstOf = (list: unknown): Doc => {
  const [first] = Array.isArray(list) ? list : [];
  return isDocument(first) ? first : {};
};

/** The filter of the explained command. */
const filterOf = (command: Doc): unknown =>
  command.filter ??
  command.query ??
  firstOf(command.updates).q ??
  firstOf(command.deletes).q ??
  firstOf(command.pipeline).$match ??
  {};

const explain = (server: Server, { command, db }: Call): Doc => {
  const inner = isDocument(command.explain) ? command.explain : {};
  const [name = ''] = Object.keys(inner);
  const collection = server.engine.find(db, String(inner[name]));
  const filter = filterOf(inner);
  const { sort, limit, skip, collation, hint } = inner;
  const answer = collection
    ? findEntries(collection, {
        filter,
        sort,
        limit: numberOf(limit ?? 0),
        skip: numberOf(skip ?? 0),
        collation,
        hint,
      })
    : undefined;
  return describePlan(server, collection, filter, inner, answer);
};

export const explainCommands: Commands = { explain };
