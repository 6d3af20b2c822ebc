import { type Doc, setField } from '../documents.ts';
import { badValue, MongoError } from '../errors.ts';
import { field, isArrayIndex, isContainer, isDocument, show } from '../values.ts';

/** Prevents that one path extends an array to gigabytes. The same limit as MongoDB. */
const MAX_PADDING = 1_500_000;

export const valueAt = (root: unknown, path: readonly string[]): unknown => {
  let value = root;
  for (const part of path) {
    if (Array.isArray(value)) value = isArrayIndex(part) ? value[Number(part)] : undefined;
    else if (isDocument(value)) value = field(value, part);
    else return undefined;
  }
  return value;
};

const notViable = (part: string, parent: string, value: unknown): MongoError =>
  new MongoError(28, `Cannot create field '${part}' in element {${parent}: ${show(value)}}`);

/** Writes a value and creates missing parent documents; null and scalars on the path are errors. */
export const writeAt = (root: Doc, path: readonly string[], value: unknown): void => {
  let target: Doc | unknown[] = root;
  for (const [depth, part] of path.entries()) {
    const parent = path[depth - 1] ?? '';
    const isLast = depth === path.length - 1;
    const existing: unknown = childFor(target, part, parent);
    if (isLast) {
      assign(target, part, value);
      return;
    }
    const next: unknown = existing === undefined ? {} : existing;
    if (existing === undefined) assign(target, part, next);
    if (!isContainer(next)) throw notViable(path[depth + 1] ?? '', part, next);
    target = next;
  }
};

const childFor = (target: Doc | unknown[], part: string, parent: string): unknown => {
  if (!Array.isArray(target)) return field(target, part);
  if (!isArrayIndex(part)) throw notViable(part, parent, target);
  if (Number(part) > target.length + MAX_PADDING) throw badValue('cannot pad the array that far');
  return target[Number(part)];
};

const assign = (target: Doc | unknown[], part: string, value: unknown): void => {
  if (!Array.isArray(target)) {
    setField(target, part, value);
    return;
  }
  while (target.length < Number(part)) target.push(null);
  target[Number(part)] = value;
};

/** Removes a field; an array element becomes null, so the others keep their positions. */
export const removeAt = (root: Doc, path: readonly string[]): void => {
  const target = valueAt(root, path.slice(0, -1));
  const last = path.at(-1) ?? '';
  if (Array.isArray(target)) {
    if (isArrayIndex(last) && Number(last) < target.length) target[Number(last)] = null;
  } else if (isDocument(target)) delete target[last];
};

/** The order in which MongoDB applies and appends fields: by name, array positions by number. */
export const comparePaths = (a: string, b: string): number => {
  const x = a.split('.');
  const y = b.split('.');
  for (const [i, part] of x.entries()) {
    const other = y[i];
    if (other === undefined) return 1;
    if (part === other) continue;
    if (isArrayIndex(part) && isArrayIndex(other)) return Number(part) - Number(other);
    return part < other ? -1 : 1;
  }
  return x.length - y.length;
};
