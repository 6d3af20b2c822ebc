import type { Doc } from '../documents.ts';
import { MongoError } from '../errors.ts';
import type { MingoOptions } from '../expressions/mingo.ts';
import { keyOf } from '../keys.ts';
import { compare, compareWithMissing, isDocument, kindOf } from '../values.ts';
import { documentsIn, requireDocument, type Stage, streamOf, value } from './stream.ts';

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

export const group: Stage = (stream, argument, options) => {
  const { _id, ...output } = requireDocument("a group's fields", argument);
  if (_id === undefined) throw new MongoError(15955, 'a group specification must include an _id');
  const groups = new Map<string, Group>();
  for (const doc of documentsIn(stream)) addTo(groups, value(doc, _id, options) ?? null, doc);
  return streamOf([...groups.values()].map((each) => accumulate(each, output, options)));
};

export const sortByCount: Stage = (stream, argument, options) => {
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

export const bucket: Stage = (stream, argument, options) => {
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
