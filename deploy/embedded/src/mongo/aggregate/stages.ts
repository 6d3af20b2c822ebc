import { comparisonFor } from '../collation.ts';
import type { Doc } from '../documents.ts';
import { badValue, MongoError, notSupported } from '../errors.ts';
import { createContext, type PipelineOperators, resolveVariables } from '../expressions/evaluate.ts';
import { type MingoOptions, mingo } from '../expressions/mingo.ts';
import { compileFilter } from '../match/compile.ts';
import { sortBy, sortFields } from '../paths.ts';
import { compileStageProjection } from '../project.ts';
import { isDocument, numberOf } from '../values.ts';
import { fieldsOf, placeAt } from './fields.ts';
import { bucket, group, sortByCount } from './groups.ts';
import { joinStages } from './joins.ts';
import {
  type CollectionReader,
  collationIn,
  documentsIn,
  requireDocument,
  type Stage,
  type StageOptions,
  type Stages,
  type Stream,
  streamOf,
  value,
  variablesOf,
} from './stream.ts';

const plainStages: Stages = {
  $match: (stream, argument, options) =>
    stream.filter(
      compileFilter(requireDocument('the $match filter', argument), {
        variables: variablesOf(options),
        collation: collationIn(options),
      }),
    ),
  $sort: (stream, argument, options) =>
    streamOf(
      sortBy(
        documentsIn(stream),
        sortFields(requireDocument('the $sort key', argument)),
        (doc) => doc,
        comparisonFor(collationIn(options)),
      ),
    ),
  $limit: (stream, argument) => {
    const count = numberOf(argument);
    if (!(count > 0)) throw new MongoError(15958, 'the limit must be positive');
    return stream.take(count);
  },
  $count: (stream, argument) => {
    const { length } = documentsIn(stream);
    return streamOf(length === 0 ? [] : [{ [String(argument)]: length }]);
  },
  $addFields: (stream, argument, options) => addFields(stream, argument, options),
  $set: (stream, argument, options) => addFields(stream, argument, options),
  $project: (stream, argument, options) => project(stream, requireDocument('$project', argument), options),
  $unset: (stream, argument, options) =>
    project(stream, Object.fromEntries([argument].flat().map((name) => [String(name), false])), options),
  $redact: (stream, argument, options) =>
    mingo()
      .pipeline.$redact(stream, requireDocument('$redact', argument), options)
      .filter((doc) => doc !== undefined),
};

const addFields: Stage = (stream, argument, options) => {
  const fields = fieldsOf(requireDocument('$addFields', argument));
  return stream.map((doc: unknown) => {
    let result = doc;
    for (const [path, expression] of fields) result = placeAt(result, path, value(doc, expression, options));
    return result;
  });
};

const project = (stream: Stream, spec: Doc, options: MingoOptions): Stream => {
  const projection = compileStageProjection(spec, (expression, doc) => value(doc, expression, options));
  return stream.map((doc: unknown) => (isDocument(doc) ? projection(doc) : doc));
};

const NO_COLLECTIONS: CollectionReader = {
  find: () => {
    throw badValue('stages that read other collections are not allowed here');
  },
};

const UNSUPPORTED: ReadonlySet<string> = new Set([
  '$changeStream',
  '$geoNear',
  '$search',
  '$searchMeta',
  '$vectorSearch',
  '$planCacheStats',
]);

const operatorsFor = (reader: CollectionReader): PipelineOperators => ({
  ...plainStages,
  ...joinStages(reader, runStages),
  $group: group,
  $sortByCount: sortByCount,
  $bucket: bucket,
});

const contexts = new WeakMap<CollectionReader, MingoOptions['context']>();

/** Building the operator table costs more than a small pipeline, so it is done once for each reader. */
const contextFor = (reader: CollectionReader): MingoOptions['context'] => {
  const known = contexts.get(reader);
  if (known) return known;
  const context = createContext(operatorsFor(reader));
  contexts.set(reader, context);
  return context;
};

/** Stages that change no document in place; for others the documents are copied first. */
const HARMLESS: ReadonlySet<string> = new Set([
  '$addFields',
  '$bucket',
  '$count',
  '$group',
  '$limit',
  '$lookup',
  '$match',
  '$project',
  '$set',
  '$skip',
  '$sort',
  '$sortByCount',
  '$unset',
]);

const needsCopies = (pipeline: readonly Doc[]): boolean =>
  !pipeline.every((stage) => Object.keys(stage).every((name) => HARMLESS.has(name)));

/** Runs a pipeline over promoted documents. */
export const runStages = (
  docs: readonly Doc[],
  pipeline: readonly Doc[],
  settings: StageOptions = {},
): Doc[] => {
  if (pipeline.length === 0) return [...docs];
  for (const stage of pipeline) {
    const [name = ''] = Object.keys(stage);
    if (UNSUPPORTED.has(name)) throw notSupported(name);
  }
  const { Aggregator, core } = mingo();
  const { CLONE_INPUT, CLONE_OFF } = core.ProcessingMode;
  const variables = resolveVariables(settings.variables);
  try {
    const aggregator = new Aggregator([...pipeline], {
      scriptEnabled: false,
      processingMode: needsCopies(pipeline) ? CLONE_INPUT : CLONE_OFF,
      context: contextFor(settings.reader ?? NO_COLLECTIONS),
      ...(settings.collation ? { collation: { locale: 'simple', ...settings.collation } } : {}),
      ...(variables ? { variables } : {}),
    });
    return aggregator.run<Doc>([...docs]);
  } catch (error) {
    throw translate(error, pipeline);
  }
};

/** mingo throws plain errors; clients expect error codes. */
const translate = (error: unknown, pipeline: readonly Doc[]): unknown => {
  if (error instanceof MongoError || !(error instanceof Error)) return error;
  const stage = /unregistered pipeline operator (\S+)\./.exec(error.message)?.[1];
  if (stage !== undefined) return new MongoError(40324, `Unrecognized pipeline stage name: '${stage}'`);
  const expression = /accumulator '(.*)' is not registered/.exec(error.message)?.[1];
  if (expression === undefined)
    return new MongoError(17, `PlanExecutor error during aggregation :: caused by :: ${error.message}`);
  return pipeline.some((each) => '$project' in each)
    ? new MongoError(31325, `Invalid $project :: caused by :: Unknown expression ${expression}`)
    : new MongoError(168, `Unrecognized expression '${expression}'`);
};
