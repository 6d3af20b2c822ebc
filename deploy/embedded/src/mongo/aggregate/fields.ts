import { type Doc, setField } from '../documents.ts';
import { isDocument } from '../values.ts';

/** `{a: {b: 1}, 'c.d': 2}` as paths and expressions; `$addFields` merges into existing fields. */
export const fieldsOf = (spec: Doc, prefix: readonly string[] = []): [string[], unknown][] =>
  Object.entries(spec).flatMap(([name, expression]): [string[], unknown][] => {
    const path = [...prefix, ...name.split('.')];
    const [first] = isDocument(expression) ? Object.keys(expression) : [];
    if (isDocument(expression) && first !== undefined && !first.startsWith('$'))
      return fieldsOf(expression, path);
    return [[path, expression]];
  });

/** A copy with the value at the path, in every element of arrays on the way; undefined removes the field. */
export const placeAt = (target: unknown, path: readonly string[], value: unknown): unknown => {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(target)) return target.map((element) => placeAt(element, path, value));
  const result: Doc = isDocument(target) ? { ...target } : {};
  if (rest.length > 0) setField(result, name, placeAt(result[name], rest, value));
  else if (value === undefined) delete result[name];
  else setField(result, name, value);
  return result;
};
