import type { Doc } from './documents.ts';
import { asDocument, compare, EMPTY_ARRAY, field, isArrayIndex, numberOf } from './values.ts';

/**
 * All values at a dotted path, fanning out over arrays; an array at the end is one value. A missing path
 * gives `undefined` once.
 */
export const reach = (
  value: unknown,
  path: readonly string[],
  depth = 0,
  found: unknown[] = [],
): unknown[] => {
  const part = path[depth];
  if (part === undefined) {
    found.push(value);
    return found;
  }
  if (Array.isArray(value)) {
    if (isArrayIndex(part) && Number(part) < value.length) reach(value[Number(part)], path, depth + 1, found);
    for (const element of value) if (asDocument(element)) reach(element, path, depth, found);
    return found;
  }
  const doc = asDocument(value);
  if (!doc) {
    found.push(undefined);
    return found;
  }
  return reach(field(doc, part), path, depth + 1, found);
};

/** The values of one field for sort and distinct: each element of an array. */
const leaves = (doc: unknown, path: readonly string[]): unknown[] => {
  const result: unknown[] = [];
  for (const value of reach(doc, path)) {
    if (!Array.isArray(value)) result.push(value);
    else if (value.length === 0) result.push(EMPTY_ARRAY);
    else result.push(...value);
  }
  return result.length ? result : [undefined];
};

export type Direction = 1 | -1;

export type SortField = {
  readonly name: string;
  readonly path: readonly string[];
  readonly direction: Direction;
};

export type Comparison = (a: unknown, b: unknown) => number;

/** `{a: 1, 'b.c': -1}` as ordered fields; `$meta` entries are ignored. */
export const sortFields = (spec: Doc): SortField[] =>
  Object.entries(spec).flatMap(([name, order]) => {
    const number = numberOf(order);
    if (Number.isNaN(number) || number === 0 || name.startsWith('$')) return [];
    return [{ name, path: name.split('.'), direction: number < 0 ? -1 : 1 }];
  });

/** The smallest element of an array field when ascending, the largest when descending. */
const sortValue = (doc: unknown, { path, direction }: SortField, order: Comparison): unknown => {
  const values = leaves(doc, path);
  let best = values[0];
  for (const value of values) if (order(value, best) * direction < 0) best = value;
  return best;
};

/** A stable sort of anything with a document. */
export const sortBy = <T>(
  list: Iterable<T>,
  fields: readonly SortField[],
  docOf: (item: T) => unknown,
  order: Comparison = compare,
): T[] => {
  const rows = Array.from(list, (item) => {
    const doc = docOf(item);
    return { item, values: fields.map((by) => sortValue(doc, by, order)) };
  });
  rows.sort((a, b) => {
    for (const [i, by] of fields.entries()) {
      const result = order(a.values[i], b.values[i]);
      if (result !== 0) return result * by.direction;
    }
    return 0;
  });
  return rows.map((row) => row.item);
};
