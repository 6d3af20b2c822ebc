import type { Doc } from '../documents.ts';
import { badValue, failedToParse } from '../errors.ts';
import { compileFilter } from '../match/compile.ts';
import { matchedPosition } from '../match/position.ts';
import { isDocument, show } from '../values.ts';
import { valueAt } from './paths.ts';

type ElementTest = (element: unknown) => boolean;

export type ArrayFilters = ReadonlyMap<string, ElementTest>;

const identifiersIn = (filter: Doc, found: Set<string>): Set<string> => {
  for (const [name, part] of Object.entries(filter)) {
    if (['$and', '$or', '$nor'].includes(name) && Array.isArray(part)) {
      for (const inner of part) if (isDocument(inner)) identifiersIn(inner, found);
    } else if (!name.startsWith('$')) found.add(name.split('.')[0] ?? '');
  }
  return found;
};

const identifierOf = (filter: Doc): string => {
  const [identifier, ...more] = identifiersIn(filter, new Set());
  if (identifier === undefined)
    throw failedToParse('Cannot use an expression without a top-level field name in arrayFilters');
  if (more.length > 0)
    throw failedToParse(
      `Error parsing array filter :: caused by :: Expected a single top-level field name, found '${identifier}' and '${more[0]}'`,
    );
  return identifier;
};

/** Filters of `arrayFilters` by identifier. Each must be used in a path of the update. */
export const parseArrayFilters = (filters: unknown, paths: readonly string[]): ArrayFilters => {
  const tests = new Map<string, ElementTest>();
  if (!Array.isArray(filters)) return tests;
  for (const filter of filters) {
    if (!isDocument(filter)) throw failedToParse('arrayFilters must hold documents');
    const identifier = identifierOf(filter);
    if (tests.has(identifier))
      throw failedToParse(`Found multiple array filters with the same top-level field name ${identifier}`);
    if (!paths.some((path) => path.split('.').includes(`$[${identifier}]`)))
      throw failedToParse(`The array filter for identifier '${identifier}' was not used in the update`);
    const matches = compileFilter(filter);
    tests.set(identifier, (element) => matches({ [identifier]: element }));
  }
  return tests;
};

export type PathScope = {
  /** The filter and the document that it matched: they resolve `$`. */
  readonly filter: unknown;
  readonly original: () => Doc;
  readonly isInsert: boolean;
  readonly arrayFilters: ArrayFilters;
};

const positionalIndex = (prefix: string, scope: PathScope): string => {
  const index = scope.isInsert ? undefined : matchedPosition(scope.filter, scope.original(), prefix);
  if (index === undefined)
    throw badValue('The positional operator did not find the match needed from the query.');
  return String(index);
};

const filteredIndexes = (
  doc: Doc,
  prefix: readonly string[],
  part: string,
  path: string,
  scope: PathScope,
): string[] => {
  const identifier = part.slice(2, -1);
  const test = identifier === '' ? () => true : scope.arrayFilters.get(identifier);
  if (!test) throw badValue(`No array filter found for identifier '${identifier}' in path '${path}'`);
  const array = valueAt(doc, prefix);
  if (array === undefined)
    throw badValue(
      `The path '${prefix.join('.')}' must exist in the document in order to apply array updates.`,
    );
  if (!Array.isArray(array))
    throw badValue(`Cannot apply array updates to non-array element ${prefix.at(-1)}: ${show(array)}`);
  return array.flatMap((element, index) => (test(element) ? [String(index)] : []));
};

/** The concrete paths of `items.$[open].price` in this document. */
export const expandPath = (doc: Doc, path: string, scope: PathScope): string[][] => {
  const parts = path.split('.');
  if (!path.includes('$')) return [parts];
  let expanded: string[][] = [[]];
  for (const [depth, part] of parts.entries()) {
    if (part === '$') {
      const index = positionalIndex(parts.slice(0, depth).join('.'), scope);
      expanded = expanded.map((prefix) => [...prefix, index]);
    } else if (part.startsWith('$[') && part.endsWith(']')) {
      expanded = expanded.flatMap((prefix) =>
        filteredIndexes(doc, prefix, part, path, scope).map((index) => [...prefix, index]),
      );
    } else expanded = expanded.map((prefix) => [...prefix, part]);
  }
  return expanded;
};
