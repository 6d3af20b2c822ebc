import { collationOf, comparisonFor } from './collation.ts';
import type { Collection } from './collection.ts';
import type { Doc } from './documents.ts';
import { type Entry, typedDocOf } from './entry.ts';
import { badValue, MongoError } from './errors.ts';
import { type FieldReader, fieldReader, readAllFields } from './field-reader.ts';
import type { Index } from './indexes/index.ts';
import { choosePlan, chooseUnion, hintedPlan, type IndexPlan, questionOf } from './indexes/planner.ts';
import { keyOf } from './keys.ts';
import { compileFilter, needsTypes } from './match/compile.ts';
import { type SortField, sortBy, sortFields } from './paths.ts';
import { isDocument, isOperatorDocument, isRegex, numberOf } from './values.ts';

export type Query = {
  readonly filter?: unknown;
  readonly sort?: unknown;
  readonly skip?: number | undefined;
  /** 0 and undefined mean no limit. */
  readonly limit?: number | undefined;
  readonly variables?: Doc | undefined;
  readonly collation?: unknown;
  readonly hint?: unknown;
  readonly maxTimeMS?: number | undefined;
};

export type Answer = {
  readonly entries: Entry[];
  /** The access path: indexes (several for the branches of an `$or`), one `_id`, or the whole collection. */
  readonly plan: IndexPlan<Entry> | readonly IndexPlan<Entry>[] | 'id' | undefined;
  readonly isSortedByIndex: boolean;
  readonly examined: number;
};

type Source = Pick<Answer, 'plan' | 'isSortedByIndex'> & { readonly entries: Iterable<Entry> };

const naturalOrder = (value: unknown): number | undefined =>
  isDocument(value) && '$natural' in value ? numberOf(value.$natural) : undefined;

/** The index a hint names, by name or by key; undefined for no hint and for `$natural`. */
export const hintedIndex = (collection: Collection, hint: unknown): Index<Entry> | undefined => {
  if (hint === undefined || naturalOrder(hint) !== undefined) return undefined;
  if (isDocument(hint) && Object.keys(hint).length === 0) return undefined;
  const index = collection.indexes.find((each) =>
    typeof hint === 'string' ? each.name === hint : keyOf(each.spec.key) === keyOf(hint),
  );
  if (!index)
    throw badValue(
      'error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index',
    );
  return index;
};

function* distinctEntries(plan: IndexPlan<Entry>): Generator<Entry> {
  const { index, stretches, isBackwards } = plan;
  // A document with an array has several entries in one index; it is returned once.
  const seen = index.arrayPaths.size > 0 ? new Set<Entry>() : undefined;
  const ordered = isBackwards ? [...stretches].reverse() : stretches;
  for (const [from, to] of ordered)
    for (const entry of index.entries.scan(from, to, isBackwards)) {
      if (seen?.has(entry)) continue;
      seen?.add(entry);
      yield entry;
    }
}

/** The `_id` of a filter that requires exactly one. */
const soleId = (filter: unknown): { readonly id: unknown; readonly isAll: boolean } | undefined => {
  if (!isDocument(filter) || !('_id' in filter)) return undefined;
  const { _id: condition } = filter;
  const isAll = Object.keys(filter).length === 1;
  if (isOperatorDocument(condition)) {
    const isEquality = '$eq' in condition && !isRegex(condition.$eq) && !Array.isArray(condition.$eq);
    return isEquality
      ? { id: condition.$eq, isAll: isAll && Object.keys(condition).length === 1 }
      : undefined;
  }
  if (isRegex(condition) || Array.isArray(condition) || condition === undefined) return undefined;
  return { id: condition, isAll };
};

const sourceFor = (collection: Collection, query: Query, sort: readonly SortField[]): Source => {
  const collation = collationOf(query.collation ?? collection.options.collation);
  const hinted = hintedIndex(collection, query.hint);
  if (hinted?.isOrdered) return readPlan(hintedPlan(hinted, questionOf(query.filter, sort, collation)));
  const natural = naturalOrder(query.hint) ?? naturalOrder(query.sort);
  if (natural !== undefined) {
    const entries = [...collection.entries.values()];
    return { entries: natural < 0 ? entries.reverse() : entries, plan: undefined, isSortedByIndex: false };
  }
  const sole = soleId(query.filter);
  if (sole && !(collation && typeof sole.id === 'string')) {
    const entry = collection.entries.get(keyOf(sole.id));
    return { entries: entry ? [entry] : [], plan: 'id', isSortedByIndex: true };
  }
  const plan = choosePlan(collection.indexes, questionOf(query.filter, sort, collation));
  if (plan) return readPlan(plan);
  const union = chooseUnion(collection.indexes, query.filter, collation);
  if (union) return { entries: unionOf(union), plan: union, isSortedByIndex: false };
  return { entries: collection.inOrder(), plan: undefined, isSortedByIndex: false };
};

const unionOf = (plans: readonly IndexPlan<Entry>[]): Set<Entry> =>
  new Set(plans.flatMap((plan) => [...distinctEntries(plan)]));

const readPlan = (plan: IndexPlan<Entry>): Source => ({
  entries: distinctEntries(plan),
  plan,
  isSortedByIndex: plan.isSorted,
});

const deadline = (milliseconds: number | undefined): (() => void) => {
  if (!milliseconds) return () => undefined;
  const until = Date.now() + milliseconds;
  return () => {
    if (Date.now() > until) throw new MongoError(50, 'operation exceeded time limit');
  };
};

const CHECK_EVERY = 16;

/** The top-level fields that a filter reads; undefined for all. */
const fieldsOfFilter = (filter: unknown, names = new Set<string>()): Set<string> | undefined => {
  if (!isDocument(filter)) return undefined;
  for (const [name, condition] of Object.entries(filter)) {
    if (LOGICAL.has(name) && Array.isArray(condition)) {
      if (!condition.every((part) => fieldsOfFilter(part, names))) return undefined;
    } else if (name === '$comment') continue;
    else if (name.startsWith('$')) return undefined;
    else names.add(name.split('.')[0] ?? '');
  }
  return names;
};

const LOGICAL: ReadonlySet<string> = new Set(['$and', '$or', '$nor']);

const readerFor = (filter: unknown): FieldReader => {
  const names = fieldsOfFilter(filter);
  return names ? fieldReader(names) : readAllFields;
};

const matcherFor = (collection: Collection, query: Query): ((entry: Entry) => boolean) => {
  const { filter, variables } = query;
  const collation = collationOf(query.collation ?? collection.options.collation);
  if (soleId(filter)?.isAll && !collation) return () => true;
  if (isDocument(filter) && Object.keys(filter).length === 0) return () => true;
  const matches = compileFilter(filter, { variables, collation });
  if (needsTypes(filter)) return (entry) => matches(typedDocOf(entry));
  const read = readerFor(filter);
  return (entry) => matches(read(entry.raw));
};

/** An index has the same key for these values only when they are equal, and they match nothing else. */
const isExact = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'boolean' || value instanceof Date;

/** True when the index returns exactly the matching entries: the filter gives one value to each of its leading fields. */
const isExactPlan = ({ filter, hint, collation }: Query, { plan }: Source): boolean => {
  if (!isDocument(filter) || hint !== undefined || collation !== undefined) return false;
  if (plan === undefined || plan === 'id' || !('index' in plan)) return false;
  const { index } = plan;
  if (index.collation || index.arrayPaths.size > 0) return false;
  const conditions = Object.entries(filter);
  const leading = new Set(index.fields.slice(0, conditions.length).map(({ name }) => name));
  return conditions.every(([name, value]) => leading.has(name) && isExact(value));
};

/** Matching entries in the requested order, by index if possible. */
export const findEntries = (collection: Collection, query: Query): Answer => {
  const sort = isDocument(query.sort) ? sortFields(query.sort) : [];
  const matches = matcherFor(collection, query);
  const source = sourceFor(collection, query, sort);
  const isMatch = isExactPlan(query, source) ? () => true : matches;
  const isOrdered = sort.length === 0 || source.isSortedByIndex;
  const checkTime = deadline(query.maxTimeMS);
  const skip = query.skip ?? 0;
  const end = query.limit ? skip + Math.abs(query.limit) : Number.POSITIVE_INFINITY;
  const found: Entry[] = [];
  let examined = 0;
  for (const entry of source.entries) {
    if (examined++ % CHECK_EVERY === 0) checkTime();
    if (!isMatch(entry)) continue;
    found.push(entry);
    if (isOrdered && found.length >= end) break;
  }
  checkTime();
  const { plan, isSortedByIndex } = source;
  if (isOrdered) return { entries: skip ? found.slice(skip) : found, plan, isSortedByIndex, examined };
  const order = comparisonFor(collationOf(query.collation ?? collection.options.collation));
  const read = fieldReader(sort.map(({ path: [first = ''] }) => first));
  const entries = sortBy(found, sort, ({ raw }) => read(raw), order).slice(skip, end);
  return { entries, plan, isSortedByIndex, examined };
};

/** Validates a filter without documents: an invalid one is an error also on an empty collection. */
export const checkFilter = (filter: unknown): void => {
  compileFilter(filter);
};
