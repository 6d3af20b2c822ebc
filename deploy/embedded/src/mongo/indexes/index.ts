import { collationOf, fold } from '../collation.ts';
import type { Doc } from '../documents.ts';
import { MongoError } from '../errors.ts';
import { descending, keyOf } from '../keys.ts';
import { compileFilter, type Predicate } from '../match/compile.ts';
import type { Direction } from '../paths.ts';
import { reach } from '../paths.ts';
import { isDocument, numberOf, show } from '../values.ts';
import { tuplesOf } from './index-keys.ts';
import { type Sequenced, type SortedEntries, sortedEntries } from './sorted-entries.ts';

export type IndexField = {
  readonly name: string;
  readonly path: readonly string[];
  readonly direction: Direction;
};

/** The specification given to createIndexes; it always has `name` and `key`. */
export type IndexSpec = Doc & { readonly name: string; readonly key: Doc };

export type Index<Entry extends Sequenced> = {
  readonly name: string;
  /** Changed in place by collMod (expireAfterSeconds, hidden). */
  readonly spec: IndexSpec;
  readonly fields: readonly IndexField[];
  /** False for text, geo, hashed and wildcard indexes: only their specification is stored. */
  readonly isOrdered: boolean;
  readonly isUnique: boolean;
  readonly isSparse: boolean;
  readonly collation: Doc | undefined;
  readonly partialFilter: Doc | undefined;
  readonly entries: SortedEntries<Entry>;
  /**
   * Fills the empty index on its first use: most of the time of a start would be for indexes that nothing uses then.
   * @param source returns all entries in the order of their sequence numbers, with their documents
   */
  readonly fillLater: (source: () => Iterable<readonly [Entry, Doc]>) => void;
  /** Paths at which any document has had an array since the index was created. */
  readonly arrayPaths: ReadonlySet<string>;
  /** The keys of a document in this index. */
  readonly keysOf: (doc: Doc) => readonly string[];
  readonly covers: (doc: Doc) => boolean;
  /** The top-level fields the keys depend on; undefined when they may depend on all. */
  readonly topFields: ReadonlySet<string> | undefined;
};

const isOrdinary = ([name, order]: [string, unknown]): boolean =>
  typeof order !== 'string' && !name.includes('$**');

const fieldsOf = (key: Doc): IndexField[] =>
  Object.entries(key).map(([name, order]) => ({
    name,
    path: name.split('.'),
    direction: numberOf(order) < 0 ? -1 : 1,
  }));

const topFieldsOf = (filter: Doc | undefined): string[] =>
  Object.keys(filter ?? {}).map((name) => name.split('.')[0] ?? '');

/** The key of one value of one index field. */
export const fieldKey = (value: unknown, direction: Direction, collation: Doc | undefined): string => {
  const key = keyOf(collation ? fold(value, collation) : value);
  return direction < 0 ? descending(key) : key;
};

export const createIndex = <Entry extends Sequenced>(spec: IndexSpec): Index<Entry> => {
  const fields = fieldsOf(spec.key);
  // A single field needs no direction: the list is read in reverse instead, and keys stay short.
  const stored: IndexField[] =
    fields.length === 1 ? fields.map((field) => ({ ...field, direction: 1 })) : fields;
  const paths = stored.map(({ path }) => path);
  const collation = collationOf(spec.collation);
  const partialFilter = isDocument(spec.partialFilterExpression) ? spec.partialFilterExpression : undefined;
  const isPartOf: Predicate = partialFilter ? compileFilter(partialFilter) : () => true;
  const isOrdered = Object.entries(spec.key).every(isOrdinary);
  const isSparse = spec.sparse === true;
  const arrayPaths = new Set<string>();

  const covers = (doc: Doc): boolean =>
    isOrdered &&
    isPartOf(doc) &&
    (!isSparse || paths.some((path) => reach(doc, path).some((value) => value !== undefined)));

  const tupleKey = (tuple: readonly unknown[]): string => {
    let key = '';
    for (const [i, { direction }] of stored.entries()) key += fieldKey(tuple[i], direction, collation);
    return key;
  };

  const interests = new Set([...paths.map(([first = '']) => first), ...topFieldsOf(partialFilter)]);
  const isAboutAll = [...interests].some((name) => name.startsWith('$'));

  const keysOf = (doc: Doc): readonly string[] => {
    if (!covers(doc)) return [];
    const { tuples, arrayPaths: found } = tuplesOf(doc, paths);
    for (const path of found) arrayPaths.add(path);
    return tuples.length === 1 ? tuples.map(tupleKey) : [...new Set(tuples.map(tupleKey))];
  };

  const sorted = sortedEntries<Entry>();
  let waiting: (() => Iterable<readonly [Entry, Doc]>) | undefined;
  const fillNow = (source: () => Iterable<readonly [Entry, Doc]>): void => {
    const keys: string[] = [];
    const entries: Entry[] = [];
    for (const [entry, doc] of source())
      for (const key of keysOf(doc)) {
        keys.push(key);
        entries.push(entry);
      }
    sorted.fill(keys, entries);
    waiting = undefined;
  };

  return {
    name: spec.name,
    spec,
    fields: stored,
    isOrdered,
    isUnique: spec.unique === true,
    isSparse,
    collation,
    partialFilter,
    get entries() {
      if (waiting) fillNow(waiting);
      return sorted;
    },
    get arrayPaths() {
      if (waiting) fillNow(waiting);
      return arrayPaths;
    },
    fillLater: (source) => {
      waiting = source;
    },
    covers,
    topFields: isAboutAll ? undefined : interests,
    keysOf,
  };
};

/** The duplicate key error; drivers and mongoose read all its fields. */
export const duplicateKey = (namespace: string, name: string, key: Doc, doc: Doc): MongoError => {
  const keyValue: Doc = {};
  for (const field of Object.keys(key)) keyValue[field] = reach(doc, field.split('.'))[0] ?? null;
  const shown = Object.entries(keyValue).map(([field, value]) => `${field}: ${show(value)}`);
  return new MongoError(
    11000,
    `E11000 duplicate key error collection: ${namespace} index: ${name} dup key: { ${shown.join(', ')} }`,
    { keyPattern: key, keyValue },
  );
};
