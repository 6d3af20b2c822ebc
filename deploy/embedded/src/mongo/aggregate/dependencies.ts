import type { Doc } from '../documents.ts';
import { isDocument } from '../values.ts';

/** Stages that read only the fields in their expressions and pass on no other field. */
const CONSUMING: ReadonlySet<string> = new Set(['$group', '$sortByCount', '$bucket', '$count']);

/** Operators that reference fields in other ways than by `$path`. */
const NAMING: ReadonlySet<string> = new Set(['$getField', '$top', '$topN', '$bottom', '$bottomN']);

const collect = (value: unknown, names: Set<string>): boolean => {
  if (typeof value === 'string') {
    if (value.startsWith('$$')) return false;
    if (value.startsWith('$')) names.add(value.slice(1).split('.')[0] ?? '');
    return true;
  }
  if (Array.isArray(value)) return value.every((inner) => collect(inner, names));
  if (!isDocument(value)) return true;
  return Object.entries(value).every(([name, inner]) => !NAMING.has(name) && collect(inner, names));
};

/** The top-level fields that a pipeline may read; undefined for all. */
export const fieldsNeeded = ([first]: readonly Doc[]): Set<string> | undefined => {
  if (!first) return undefined;
  const names = new Set<string>();
  const isNarrow = Object.keys(first).every((name) => CONSUMING.has(name));
  return isNarrow && collect(first, names) ? names : undefined;
};
