import { comparisonFor } from '../collation.ts';
import type { Doc } from '../documents.ts';
import { badValue, MongoError, notSupported } from '../errors.ts';
import { keyOf } from '../keys.ts';
import { compileFilter } from '../match/compile.ts';
import { reach, sortBy, sortFields } from '../paths.ts';
import { compare, compareWithMissing, isDocument, isNullish, kindOf, numberOf } from '../values.ts';
import { createContext, type PipelineOperators, resolveVariables } from './expressions.ts';
import { fieldsOf, placeAt } from './fields.ts';
import { type MingoOptions, mingo } from './mingo.ts';

/** Where stages such as $lookup read other collections. */
export type CollectionReader = {
  /** Documents of a collection that match, promoted; none when it does not exist. */
  readonly find: (collection: unknown, filter: Doc) => Doc[];
};

export type StageOptions = {
  readonly variables?: Doc | undefined;
  readonly collation?: Doc | undefined;
  readonly reader?: CollectionReader | undefined;
};

type Stream = ReturnType<ReturnType<typeof mingo>['Lazy']>;
type Stage = (stream: Stream, argument: unknown, options: MingoOptions) => Stream;

const documentsIn = (stream: Stream): Doc[] => stream.collect<Doc>();

const streamOf = (docs: readonly unknown[]): Stream => mingo().Lazy([...docs]);

const value = (doc: unknown, expression: unknown, options: MingoOptions): unknown =>
  mingo().core.evalExpr(doc, expression, options);

/** Variables in sight: those of the command and those of the stages around. */
const variablesOf = (options: MingoOptions): Doc => {
  const local = 'local' in options && isDocument(options.local) ? options.local.variables : undefined;
  return { ...options.variables, ...(isDocument(local) ? local : {}) };
};

const requireDocument = (stage: string, argument: unknown): Doc => {
  if (isDocument(argument)) return argument;
  throw new MongoError(40272, `${stage} specification must be an object`);
};

const collationIn = (options: MingoOptions): Doc | undefined =>
  options.collation ? { ...options.collation } : undefined;

const plainStages: { [name: `$${string}`]: Stage } = {
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

type Group = { id: unknown; docs: Doc[] };

const addTo = (groups: Map<string, Group>, id: unknown, doc: Doc): void => {
  const key = keyOf(id);
  const group = groups.get(key);
  if (group) group.docs.push(doc);
  else groups.set(key, { id, docs: [doc] });
};

const withLocals = (options: MingoOptions, locals: { root: unknown; groupId: unknown }): MingoOptions =>
  'update' in options && typeof options.update === 'function' ? options.update(locals) : options;

const accumulate = (group: Group, output: Doc, options: MingoOptions): Doc => {
  const result: Doc = { _id: group.id };
  for (const [name, accumulator] of Object.entries(output)) {
    const [operator = ''] = isDocument(accumulator) ? Object.keys(accumulator) : [];
    if (!operator.startsWith('$'))
      throw new MongoError(40234, `The field '${name}' must be an accumulator object`);
    const locals = withLocals(options, { root: null, groupId: group.id });
    result[name] = value(group.docs, accumulator, locals);
  }
  return result;
};

const group: Stage = (stream, argument, options) => {
  const { _id, ...output } = requireDocument("a group's fields", argument);
  if (_id === undefined) throw new MongoError(15955, 'a group specification must include an _id');
  const groups = new Map<string, Group>();
  for (const doc of documentsIn(stream)) addTo(groups, value(doc, _id, options) ?? null, doc);
  return streamOf([...groups.values()].map((each) => accumulate(each, output, options)));
};

const sortByCount: Stage = (stream, argument, options) => {
  const groups = new Map<string, Group>();
  for (const doc of documentsIn(stream)) addTo(groups, value(doc, argument, options) ?? null, doc);
  const counted = [...groups.values()].map(({ id, docs }) => ({ _id: id, count: docs.length }));
  return streamOf(counted.sort((a, b) => b.count - a.count));
};

/** Boundaries are inclusive below and exclusive above, within one type. */
const bucketOf = (input: unknown, boundaries: readonly unknown[]): unknown => {
  const index = boundaries.findIndex(
    (from, i) =>
      i < boundaries.length - 1 &&
      kindOf(input) === kindOf(from) &&
      compareWithMissing(input, from) >= 0 &&
      compareWithMissing(input, boundaries[i + 1]) < 0,
  );
  return index < 0 ? undefined : boundaries[index];
};

const bucket: Stage = (stream, argument, options) => {
  const spec = requireDocument('$bucket', argument);
  if (!Array.isArray(spec.boundaries))
    throw new MongoError(40200, "The $bucket 'boundaries' field must be an array");
  const boundaries = spec.boundaries.map((boundary) => value({}, boundary, options));
  const groups = new Map<string, Group>();
  for (const doc of documentsIn(stream)) {
    const id = bucketOf(value(doc, spec.groupBy, options), boundaries) ?? spec.default;
    if (id === undefined)
      throw new MongoError(
        40066,
        '$switch could not find a matching branch for an input, and no default was specified.',
      );
    addTo(groups, id, doc);
  }
  const output = isDocument(spec.output) ? spec.output : { count: { $sum: 1 } };
  const ordered = [...groups.values()].sort((a, b) => compare(a.id, b.id));
  return streamOf(ordered.map((each) => accumulate(each, output, options)));
};

const NO_COLLECTIONS: CollectionReader = {
  find: () => {
    throw badValue('stages that read other collections are not allowed here');
  },
};

/** What a pipeline inside a stage inherits from the one around it. */
const inherited = (reader: CollectionReader, options: MingoOptions): StageOptions => ({
  reader,
  collation: collationIn(options),
  variables: variablesOf(options),
});

/** The values a document looks up with: elements of an array each for themselves, null for none. */
const localValues = (doc: unknown, path: string): unknown[] => {
  const values = reach(doc, path.split('.')).flatMap((found) => (Array.isArray(found) ? found : [found]));
  const present = values.filter((found) => found !== undefined);
  return present.length === 0 ? [null] : present;
};

const pipelineOf = (spec: unknown): Doc[] | undefined =>
  Array.isArray(spec) ? spec.filter(isDocument) : undefined;

const joinStages = (reader: CollectionReader): { [name: `$${string}`]: Stage } => ({
  $lookup: (stream, argument, options) => {
    const spec = requireDocument('$lookup', argument);
    const pipeline = pipelineOf(spec.pipeline);
    const as = String(spec.as).split('.');
    return stream.map((doc: unknown) => {
      const filter =
        typeof spec.localField === 'string'
          ? { [String(spec.foreignField)]: { $in: localValues(doc, spec.localField) } }
          : {};
      let found = spec.from === undefined ? [] : reader.find(spec.from, filter);
      if (pipeline) {
        const settings = inherited(reader, options);
        const variables: Doc = { ...settings.variables };
        for (const [name, expression] of Object.entries(isDocument(spec.let) ? spec.let : {}))
          variables[name] = value(doc, expression, options) ?? null;
        found = runStages(found, pipeline, { ...settings, variables });
      }
      return placeAt(doc, as, found);
    });
  },
  $unionWith: (stream, argument, options) => {
    const spec = isDocument(argument) ? argument : { coll: argument };
    const pipeline = pipelineOf(spec.pipeline) ?? [];
    const docs = spec.coll === undefined ? [] : reader.find(spec.coll, {});
    return streamOf([...documentsIn(stream), ...runStages(docs, pipeline, inherited(reader, options))]);
  },
  $graphLookup: (stream, argument, options) => {
    const spec = requireDocument('$graphLookup', argument);
    const as = String(spec.as).split('.');
    return stream.map((doc: unknown) =>
      placeAt(doc, as, traverse(reader, spec, value(doc, spec.startWith, options))),
    );
  },
  $facet: (stream, argument, options) => {
    const docs = documentsIn(stream);
    const result: Doc = {};
    for (const [name, pipeline] of Object.entries(requireDocument('$facet', argument)))
      result[name] = runStages(docs, pipelineOf(pipeline) ?? [], inherited(reader, options));
    return streamOf([result]);
  },
});

const traverse = (reader: CollectionReader, spec: Doc, start: unknown): Doc[] => {
  const from = String(spec.connectFromField).split('.');
  const to = String(spec.connectToField);
  const deepest = spec.maxDepth === undefined ? Number.POSITIVE_INFINITY : numberOf(spec.maxDepth);
  const found = new Map<string, Doc>();
  let front = (Array.isArray(start) ? start : [start]).filter((each) => !isNullish(each));
  for (let depth = 0; front.length > 0 && depth <= deepest; depth++) {
    const conditions = [{ [to]: { $in: front } }, requireFilter(spec.restrictSearchWithMatch)];
    const next: unknown[] = [];
    for (const doc of reader.find(spec.from, { $and: conditions })) {
      const key = keyOf(doc._id);
      if (found.has(key)) continue;
      found.set(key, typeof spec.depthField === 'string' ? { ...doc, [spec.depthField]: depth } : doc);
      next.push(...reach(doc, from).flat());
    }
    front = next.filter((each) => !isNullish(each));
  }
  return [...found.values()];
};

const requireFilter = (filter: unknown): Doc => (isDocument(filter) ? filter : {});

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
  ...joinStages(reader),
  $group: group,
  $sortByCount: sortByCount,
  $bucket: bucket,
});

const contexts = new WeakMap<CollectionReader, MingoOptions['context']>();

/** Putting the operators together costs more than a small pipeline, so it is done once for each reader. */
const contextFor = (reader: CollectionReader): MingoOptions['context'] => {
  const known = contexts.get(reader);
  if (known) return known;
  const context = createContext(operatorsFor(reader));
  contexts.set(reader, context);
  return context;
};

/** Stages that change no document in place; behind any other the documents are copied first. */
const HARMLESS: ReadonlySet<string> = new Set([
  '$addFields',
  '$bucket',
  '$count',
  '$group',
  '$limit',
  '$lookup',
  '$match',
  '$set',
  '$skip',
  '$sort',
  '$sortByCount',
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

/** mingo throws plain errors; clients look at codes. */
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
