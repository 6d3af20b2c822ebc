import { runStages } from '../aggregate/stages.ts';
import { type Doc, decodeTyped, encode, encodeComputed, promote } from '../documents.ts';
import { badValue, failedToParse, MongoError } from '../errors.ts';
import { typeNameOf } from '../kinds.ts';
import { compare, isDocument, kindOf, show } from '../values.ts';
import { expandPath, type PathScope, parseArrayFilters } from './array-filters.ts';
import { modifier } from './operators.ts';
import { comparePaths } from './paths.ts';

/** One update statement, with its types as sent. */
export type UpdateStatement = {
  readonly filter: unknown;
  readonly update: unknown;
  readonly arrayFilters?: unknown;
  readonly variables?: Doc | undefined;
};

export type UpdateTarget = {
  /** Typed; changed in place. */
  readonly doc: Doc;
  /** The document before the update, for the positional operator only, so it is read lazily. */
  readonly original: () => Doc;
  readonly isInsert: boolean;
};

const immutableId = (): MongoError =>
  new MongoError(66, "Performing an update on the path '_id' would modify the immutable field '_id'");

export const isModifierUpdate = (update: unknown): update is Doc =>
  isDocument(update) && Object.keys(update).some((name) => name.startsWith('$'));

/** The document after the update, typed. The caller compares the bytes to detect a change. */
export const applyUpdate = (statement: UpdateStatement, target: UpdateTarget): Doc => {
  if (Array.isArray(statement.update)) return applyPipeline(statement.update, target, statement.variables);
  if (isModifierUpdate(statement.update)) return applyModifiers(statement, statement.update, target);
  return replaceDocument(isDocument(statement.update) ? statement.update : {}, target);
};

const sameId = (a: unknown, b: unknown): boolean => kindOf(a) === kindOf(b) && compare(a, b) === 0;

const withIdFirst = (id: unknown, doc: Doc): Doc => {
  const { _id: _replaced, ...rest } = doc;
  return id === undefined ? rest : { _id: id, ...rest };
};

const replaceDocument = (replacement: Doc, { doc }: UpdateTarget): Doc => {
  if (replacement._id !== undefined && doc._id !== undefined && !sameId(replacement._id, doc._id))
    throw new MongoError(
      66,
      `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${show(replacement._id)}`,
    );
  return withIdFirst(doc._id ?? replacement._id, replacement);
};

const UPDATE_STAGES: ReadonlySet<string> = new Set([
  '$set',
  '$addFields',
  '$unset',
  '$project',
  '$replaceRoot',
  '$replaceWith',
]);

const applyPipeline = (
  stages: readonly unknown[],
  { doc }: UpdateTarget,
  variables: Doc | undefined,
): Doc => {
  const plain = promote(doc);
  const before = isDocument(plain) ? plain : {};
  const [after = {}] = runStages([before], stages.filter(isDocument), { variables });
  if (before._id !== undefined && after._id !== undefined && !sameId(after._id, before._id))
    throw immutableId();
  const typed = decodeTyped(encodeComputed(after));
  return doc._id === undefined ? typed : withIdFirst(doc._id, typed);
};

type Assignment = { readonly operator: string; readonly path: string; readonly operand: unknown };

const checkPath = (path: string): void => {
  if (path === '' || path.startsWith('.') || path.endsWith('.') || path.includes('..'))
    throw new MongoError(56, `The update path '${path}' contains an empty field name, which is not allowed.`);
};

const conflict = (path: string, other: string): MongoError =>
  new MongoError(
    40,
    `Updating the path '${path}' would create a conflict at '${path.length < other.length ? path : other}'`,
  );

const overlaps = (a: string, b: string): boolean => a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);

/** The assignments of an update in the order of application. Two on one path are refused. */
const parseAssignments = (update: Doc): Assignment[] => {
  const assignments: Assignment[] = [];
  const paths: string[] = [];
  for (const [operator, fields] of Object.entries(update)) {
    if (operator === '$comment') continue;
    modifier(operator);
    if (!isDocument(fields))
      throw failedToParse(
        `Modifiers operate on fields but we found type ${typeNameOf(fields)} instead. For example: {$mod: {<field>: ...}} not {${operator}: ${show(fields)}}`,
      );
    for (const [path, operand] of Object.entries(fields)) {
      if (operator === '$rename' && typeof operand !== 'string')
        throw badValue(`The 'to' field for $rename must be a string: ${path}: ${show(operand)}`);
      const touched = operator === '$rename' ? [path, String(operand)] : [path];
      for (const one of touched) {
        checkPath(one);
        const other = paths.find((known) => overlaps(known, one));
        if (other !== undefined) throw conflict(one, other);
        paths.push(one);
      }
      assignments.push({ operator, path, operand });
    }
  }
  return assignments.sort((a, b) => comparePaths(a.path, b.path));
};

const applyModifiers = (statement: UpdateStatement, update: Doc, target: UpdateTarget): Doc => {
  const { doc, isInsert } = target;
  const idBefore = doc._id;
  const assignments = parseAssignments(update);
  const paths = assignments.map(({ path }) => path);
  const scope: PathScope = {
    filter: statement.filter,
    original: target.original,
    isInsert,
    arrayFilters: parseArrayFilters(statement.arrayFilters, paths),
  };
  const now = new Date();
  for (const { operator, path, operand } of assignments)
    for (const expanded of expandPath(doc, path, scope))
      modifier(operator)({ doc, path: expanded, operand, isInsert, now });
  const mayGainId = isInsert && idBefore === undefined;
  if (!mayGainId && !(doc._id === undefined && idBefore === undefined) && !sameTypedId(doc._id, idBefore))
    throw immutableId();
  return doc;
};

const sameTypedId = (a: unknown, b: unknown): boolean => a !== undefined && b !== undefined && sameId(a, b);

/** Refuses an update that is invalid for every document. */
export const checkUpdate = (update: unknown, isMulti: boolean): void => {
  if (Array.isArray(update)) {
    checkPipeline(update);
    return;
  }
  if (!isDocument(update)) throw failedToParse('Update argument must be either an object or an array');
  const names = Object.keys(update);
  const [first = ''] = names;
  const plain = names.find((name) => !name.startsWith('$'));
  if (first.startsWith('$') && plain !== undefined)
    throw failedToParse(
      `Unknown modifier: ${plain}. Expected a valid update modifier or pipeline-style update specified as an array`,
    );
  const dollar = names.find((name) => name.startsWith('$') && !['$ref', '$id', '$db'].includes(name));
  if (!first.startsWith('$') && dollar !== undefined)
    throw new MongoError(
      52,
      `The dollar ($) prefixed field '${dollar}' in '${dollar}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
    );
  if (isMulti && !first.startsWith('$'))
    throw failedToParse('multi update is not supported for replacement-style update');
};

const checkPipeline = (stages: readonly unknown[]): void => {
  for (const stage of stages) {
    const [name = ''] = isDocument(stage) ? Object.keys(stage) : [];
    if (!UPDATE_STAGES.has(name)) throw new MongoError(40324, `Unrecognized pipeline stage name: '${name}'`);
  }
};

/** The initial document of an upsert: the equality conditions of the filter. */
const fieldsOfFilter = (filter: unknown, found = new Map<string, unknown>()): Map<string, unknown> => {
  if (!isDocument(filter)) return found;
  for (const [name, condition] of Object.entries(filter)) {
    if (name === '$and' && Array.isArray(condition))
      for (const part of condition) fieldsOfFilter(part, found);
    else if (name === '$or' && Array.isArray(condition) && condition.length === 1)
      fieldsOfFilter(condition[0], found);
    else if (!name.startsWith('$')) addEquality(name, condition, found);
  }
  return found;
};

const addEquality = (name: string, condition: unknown, found: Map<string, unknown>): void => {
  const [first = ''] = isDocument(condition) ? Object.keys(condition) : [];
  if (!isDocument(condition) || !first.startsWith('$')) {
    if (kindOf(condition) !== 'regex') found.set(name, condition);
    return;
  }
  if ('$eq' in condition) found.set(name, condition.$eq);
  else if (Array.isArray(condition.$in) && condition.$in.length === 1) found.set(name, condition.$in[0]);
  else if (Array.isArray(condition.$all) && condition.$all.length === 1) found.set(name, condition.$all[0]);
};

/** The inserted document of an upsert, typed. */
export const documentToUpsert = (statement: UpdateStatement): Doc => {
  const equalities = fieldsOfFilter(statement.filter);
  const isReplacement = !Array.isArray(statement.update) && !isModifierUpdate(statement.update);
  const base: Doc = {};
  for (const [name, value] of equalities) {
    if (isReplacement && name !== '_id') continue;
    placeEquality(base, name, value);
  }
  const doc = decodeTyped(encode(base));
  return applyUpdate(statement, { doc, original: () => base, isInsert: true });
};

const placeEquality = (base: Doc, name: string, value: unknown): void => {
  const path = name.split('.');
  let target = base;
  for (const part of path.slice(0, -1)) {
    const next = target[part];
    const inner = isDocument(next) ? next : {};
    target[part] = inner;
    target = inner;
  }
  target[path.at(-1) ?? ''] = value;
};
