import { asDocument, isArrayIndex, isDocument, isOperatorDocument } from '../values.ts';
import { compileFilter, elementMatcher, valueMatcher } from './compile.ts';

/**
 * The index of the array element that matched the filter, for the positional `$` under `arrayPath`;
 * undefined when no condition of the filter is on an array. The last such condition wins.
 */
export const matchedPosition = (filter: unknown, doc: unknown, arrayPath: string): number | undefined => {
  if (!isDocument(filter)) return undefined;
  let found: number | undefined;
  for (const [name, condition] of Object.entries(filter)) {
    if (name === '$and') found = inConjunction(condition, doc, arrayPath) ?? found;
    else if (name === '$or') found = inDisjunction(condition, doc, arrayPath) ?? found;
    else if (!name.startsWith('$')) found = inField(name, condition, doc, arrayPath, found) ?? found;
  }
  return found;
};

const inConjunction = (parts: unknown, doc: unknown, arrayPath: string): number | undefined => {
  if (!Array.isArray(parts)) return undefined;
  let found: number | undefined;
  for (const part of parts) found = matchedPosition(part, doc, arrayPath) ?? found;
  return found;
};

const inDisjunction = (parts: unknown, doc: unknown, arrayPath: string): number | undefined => {
  if (!Array.isArray(parts)) return undefined;
  for (const part of parts) {
    const found = compileFilter(part)(doc) ? matchedPosition(part, doc, arrayPath) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
};

const startsWith = (path: readonly string[], prefix: readonly string[]): boolean =>
  prefix.length <= path.length && prefix.every((part, i) => part === path[i]);

/** The first array on the path, and how many parts of the path lead to it. */
const firstArray = (
  doc: unknown,
  path: readonly string[],
): { array: unknown[]; depth: number } | undefined => {
  let value: unknown = doc;
  for (let depth = 0; depth <= path.length; depth++) {
    if (Array.isArray(value)) return { array: value, depth };
    const part = path[depth];
    const inner = asDocument(value);
    if (part === undefined || !inner) return undefined;
    value = inner[part];
  }
  return undefined;
};

const inField = (
  name: string,
  condition: unknown,
  doc: unknown,
  arrayPath: string,
  before: number | undefined,
): number | undefined => {
  const path = name.split('.');
  const target = arrayPath.split('.');
  const reached = firstArray(doc, path);
  if (!reached) return undefined;
  const { array, depth } = reached;
  const isAbout = startsWith(target, path.slice(0, depth)) || startsWith(path, target);
  if (!isAbout && before !== undefined) return undefined;
  const rest = path.slice(depth);
  const [next] = rest;
  if (next !== undefined && isArrayIndex(next)) return Number(next);
  const index = array.findIndex(elementTest(rest, condition));
  return index < 0 ? undefined : index;
};

const elementTest = (rest: readonly string[], condition: unknown): ((element: unknown) => boolean) => {
  if (rest.length > 0) {
    const matches = compileFilter({ [rest.join('.')]: condition });
    return (element) => asDocument(element) !== undefined && matches(element);
  }
  if (isOperatorDocument(condition) && '$elemMatch' in condition)
    return elementMatcher(condition.$elemMatch, undefined);
  return valueMatcher(condition);
};
