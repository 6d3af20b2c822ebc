import type { Doc } from '../documents.ts';
import type { MingoOptions } from '../expressions/mingo.ts';
import { keyOf } from '../keys.ts';
import { reach } from '../paths.ts';
import { isDocument, isNullish, numberOf } from '../values.ts';
import { placeAt } from './fields.ts';
import {
  type CollectionReader,
  collationIn,
  documentsIn,
  requireDocument,
  type StageOptions,
  type Stages,
  streamOf,
  value,
  variablesOf,
} from './stream.ts';

/** The context that a nested pipeline inherits from the outer one. */
const inherited = (reader: CollectionReader, options: MingoOptions): StageOptions => ({
  reader,
  collation: collationIn(options),
  variables: variablesOf(options),
});

/** The lookup values of a document: each element of an array, null for a missing value. */
const localValues = (doc: unknown, path: string): unknown[] => {
  const values = reach(doc, path.split('.')).flatMap((found) => (Array.isArray(found) ? found : [found]));
  const present = values.filter((found) => found !== undefined);
  return present.length === 0 ? [null] : present;
};

const pipelineOf = (spec: unknown): Doc[] | undefined =>
  Array.isArray(spec) ? spec.filter(isDocument) : undefined;

/** Runs a nested pipeline. */
type Run = (docs: readonly Doc[], pipeline: readonly Doc[], settings: StageOptions) => Doc[];

/** Stages that read other collections or run nested pipelines. */
export const joinStages = (reader: CollectionReader, run: Run): Stages => ({
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
        found = run(found, pipeline, { ...settings, variables });
      }
      return placeAt(doc, as, found);
    });
  },
  $unionWith: (stream, argument, options) => {
    const spec = isDocument(argument) ? argument : { coll: argument };
    const pipeline = pipelineOf(spec.pipeline) ?? [];
    const docs = spec.coll === undefined ? [] : reader.find(spec.coll, {});
    return streamOf([...documentsIn(stream), ...run(docs, pipeline, inherited(reader, options))]);
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
      result[name] = run(docs, pipelineOf(pipeline) ?? [], inherited(reader, options));
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
