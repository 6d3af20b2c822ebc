import { MongoError } from '../errors.ts';
import { asDocument, EMPTY_ARRAY, field, isArrayIndex } from '../values.ts';

/** The traversal of one index field: the current value and the rest of the path. */
type Walk = { readonly value: unknown; readonly path: readonly string[]; readonly depth: number };

/** A field that reached an array, which other fields may share. */
type Found = { readonly values: readonly unknown[] };

export type IndexTuples = {
  /** One tuple of field values for each index entry of the document. */
  readonly tuples: readonly (readonly unknown[])[];
  /** Dotted paths of arrays; empty when the document has one entry. */
  readonly arrayPaths: ReadonlySet<string>;
};

/** Follows the path to its end or to the first array to fan out. */
const descend = (walk: Walk): Walk => {
  let { value, depth } = walk;
  const { path } = walk;
  while (depth < path.length) {
    const part = path[depth] ?? '';
    if (Array.isArray(value)) {
      if (!isArrayIndex(part) || hasFieldNamed(value, part)) break;
      value = value[Number(part)];
    } else {
      const doc = asDocument(value);
      value = doc ? field(doc, part) : undefined;
    }
    depth++;
  }
  return { value, path, depth };
};

const hasFieldNamed = (array: readonly unknown[], name: string): boolean =>
  array.some((element) => {
    const doc = asDocument(element);
    return doc !== undefined && Object.hasOwn(doc, name);
  });

const prefixOf = (walk: Walk): string => walk.path.slice(0, walk.depth).join('.');

/** Continues the traversal inside one element; nested arrays count as values. */
const inside = (walk: Walk, element: unknown): Walk => {
  if (walk.depth === walk.path.length) return { ...walk, value: element };
  return { ...walk, value: Array.isArray(element) ? undefined : element };
};

const emptyFor = (walk: Walk): Walk => ({
  ...walk,
  depth: walk.path.length,
  value: walk.depth === walk.path.length ? EMPTY_ARRAY : undefined,
});

const isOpenArray = (walk: Walk, expanded: boolean): boolean => Array.isArray(walk.value) && !expanded;

const NO_ARRAYS: ReadonlySet<string> = new Set();

/**
 * The index entries of a document, as in MongoDB: fields in one array are traversed together, and two different
 * arrays in one index are refused.
 */
export const tuplesOf = (doc: unknown, paths: readonly (readonly string[])[]): IndexTuples => {
  const values = paths.map((path) => descend({ value: doc, path, depth: 0 }).value);
  if (!values.some(Array.isArray)) return { tuples: [values], arrayPaths: NO_ARRAYS };
  const arrayPaths = new Set<string>();
  const tuples: unknown[][] = [];
  expand(
    paths.map((path) => ({ value: doc, path, depth: 0 })),
    paths.map(() => false),
    arrayPaths,
    tuples,
  );
  return { tuples, arrayPaths };
};

const expand = (walks: Walk[], done: boolean[], arrayPaths: Set<string>, tuples: Found['values'][]): void => {
  const reached = walks.map((walk, i) => (done[i] ? walk : descend(walk)));
  const open = reached.filter((walk, i) => isOpenArray(walk, done[i] ?? false));
  const [first] = open;
  if (!first) {
    tuples.push(reached.map((walk) => walk.value));
    return;
  }
  const prefix = prefixOf(first);
  const parallel = open.find((walk) => walk.value !== first.value);
  if (parallel)
    throw new MongoError(
      171,
      `cannot index parallel arrays [${parallel.path[parallel.depth - 1]}] [${first.path[first.depth - 1]}]`,
    );
  arrayPaths.add(prefix);
  const array = Array.isArray(first.value) ? first.value : [];
  if (array.length === 0) {
    expand(
      reached.map((walk) => (open.includes(walk) ? emptyFor(walk) : walk)),
      reached.map((walk, i) => done[i] === true || open.includes(walk)),
      arrayPaths,
      tuples,
    );
    return;
  }
  for (const element of array)
    expand(
      reached.map((walk) => (open.includes(walk) ? inside(walk, element) : walk)),
      reached.map((walk, i) => done[i] === true || (open.includes(walk) && walk.depth === walk.path.length)),
      arrayPaths,
      tuples,
    );
};
