import { placeAt } from './aggregate/fields.ts';
import { type Doc, decode, decodeTyped, encode, promote, setField } from './documents.ts';
import { beginsWithId } from './elements.ts';
import { badValue, MongoError } from './errors.ts';
import { evaluate } from './expressions/evaluate.ts';
import { elementMatcher } from './match/compile.ts';
import { matchedPosition } from './match/position.ts';
import { selectFields } from './top-fields.ts';
import { isContainer, isDocument, kindOf, numberOf } from './values.ts';

type Node = {
  readonly children: Map<string, Node>;
  /** The operation on the value at the end of the path. */
  pick?: Pick;
};

type Pick = (value: unknown, original: Doc, path: string) => unknown;

/** A projection over the typed document; `original` is the promoted one, for filters and expressions. */
export type Projection = (typed: Doc, original: Doc) => Doc;

type Mode = 'include' | 'exclude';

type Plan = {
  readonly root: Node;
  readonly computed: { readonly path: readonly string[]; readonly expression: unknown }[];
  mode?: Mode;
  id?: boolean;
  hasPositional: boolean;
  hasSlice: boolean;
  /** In a pipeline, every operator is an expression: there are no positional, `$slice` and `$elemMatch` projections. */
  readonly isStage: boolean;
};

const collision = (path: string, code: number): MongoError =>
  new MongoError(code, `Path collision at ${path}`);

const nodeAt = (plan: Plan, path: string): Node => {
  let node = plan.root;
  for (const part of path.split('.')) {
    if (node.pick) throw collision(path, 31249);
    const next: Node = node.children.get(part) ?? { children: new Map() };
    node.children.set(part, next);
    node = next;
  }
  if (node.children.size > 0 || node.pick) throw collision(path, 31250);
  return node;
};

const settle = (plan: Plan, mode: Mode, path: string): void => {
  if (plan.mode !== undefined && plan.mode !== mode)
    throw mode === 'include'
      ? new MongoError(31253, `Cannot do inclusion on field ${path} in exclusion projection`)
      : new MongoError(31254, `Cannot do exclusion on field ${path} in inclusion projection`);
  plan.mode = mode;
};

const keep: Pick = (value) => value;

const isSliceArgument = (value: unknown): boolean =>
  kindOf(value) === 'number' ||
  (Array.isArray(value) && value.length === 2 && value.every((part) => kindOf(part) === 'number'));

const slice = (array: readonly unknown[], argument: unknown): unknown[] => {
  if (!Array.isArray(argument)) {
    const count = numberOf(argument);
    return count >= 0 ? array.slice(0, count) : array.slice(count);
  }
  const [skip = 0, limit = 0] = argument.map(numberOf);
  if (limit <= 0) throw new MongoError(28724, `Third argument to $slice must be positive: ${limit}`);
  const from = skip < 0 ? Math.max(0, array.length + skip) : skip;
  return array.slice(from, from + limit);
};

const addPositional = (plan: Plan, path: string, filter: unknown): void => {
  if (plan.hasPositional)
    throw new MongoError(31276, 'Cannot specify more than one positional projection per query.');
  settle(plan, 'include', path);
  plan.hasPositional = true;
  nodeAt(plan, path).pick = (value, original, at) => {
    if (!Array.isArray(value)) return value;
    const index = matchedPosition(filter, original, at);
    if (index === undefined)
      throw new MongoError(
        51246,
        "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array",
      );
    return value.slice(index, index + 1);
  };
};

const addElementMatch = (plan: Plan, path: string, condition: unknown): void => {
  settle(plan, 'include', path);
  const matches = elementMatcher(condition, undefined);
  nodeAt(plan, path).pick = (value) => {
    const found = Array.isArray(value) ? value.findIndex(matches) : -1;
    return Array.isArray(value) && found >= 0 ? [value[found]] : undefined;
  };
};

const addComputed = (plan: Plan, path: string, expression: unknown): void => {
  settle(plan, 'include', path);
  nodeAt(plan, path).pick = () => undefined;
  plan.computed.push({ path: path.split('.'), expression: promote(expression) });
};

const isSwitch = (value: unknown): boolean => typeof value === 'boolean' || kindOf(value) === 'number';

const isOn = (value: unknown): boolean => (typeof value === 'boolean' ? value : numberOf(value) !== 0);

const addSwitch = (plan: Plan, path: string, value: unknown): void => {
  if (path === '_id') {
    plan.id = isOn(value);
    return;
  }
  settle(plan, isOn(value) ? 'include' : 'exclude', path);
  nodeAt(plan, path).pick = keep;
};

const addSlice = (plan: Plan, path: string, argument: unknown): void => {
  plan.hasSlice = true;
  nodeAt(plan, path).pick = (value) => (Array.isArray(value) ? slice(value, argument) : value);
};

const addMeta = (plan: Plan, path: string, meta: unknown): void => {
  if (meta === 'textScore') plan.computed.push({ path: path.split('.'), expression: { $literal: 0 } });
};

const addOperator = (plan: Plan, path: string, operators: Doc, filter: unknown): void => {
  const [name] = Object.keys(operators);
  if (name === undefined)
    throw new MongoError(
      51270,
      `An empty sub-projection is not a valid value. Found empty object at path ${path}`,
    );
  if (!name.startsWith('$')) parse(plan, operators, `${path}.`, filter);
  else if (plan.isStage) addComputed(plan, path, operators);
  else if (name === '$elemMatch') addElementMatch(plan, path, operators.$elemMatch);
  else if (name === '$meta') addMeta(plan, path, operators.$meta);
  else if (name === '$slice' && isSliceArgument(operators.$slice)) addSlice(plan, path, operators.$slice);
  else addComputed(plan, path, operators);
};

const parse = (plan: Plan, spec: Doc, prefix: string, filter: unknown): void => {
  for (const [name, value] of Object.entries(spec)) {
    const path = prefix + name;
    if (name === '') throw new MongoError(40352, 'FieldPath cannot be constructed with empty string');
    if (path.endsWith('.$') && !plan.isStage) addPositional(plan, path.slice(0, -2), filter);
    else if (isDollarName(plan, name)) throw dollarField(name, prefix);
    else if (isSwitch(value)) addSwitch(plan, path, value);
    else if (isDocument(value)) addOperator(plan, path, value, filter);
    else addComputed(plan, path, value);
  }
};

const isDollarName = ({ isStage }: Plan, name: string): boolean =>
  name.startsWith('$') || (isStage && name.includes('.$'));

const dollarField = (name: string, prefix: string): MongoError =>
  prefix
    ? badValue(`unknown projection operator ${name}`)
    : new MongoError(
        16410,
        "FieldPath field names may not start with '$'. Consider using $getField or $setField.",
      );

const join = (prefix: string, name: string): string => (prefix ? `${prefix}.${name}` : name);

const include = (node: Node, value: Doc, path: string, original: Doc): Doc => {
  const result: Doc = {};
  for (const [name, inner] of Object.entries(value)) {
    const child = node.children.get(name);
    if (!child) continue;
    const kept = child.pick
      ? child.pick(inner, original, join(path, name))
      : includeInside(child, inner, join(path, name), original);
    if (kept !== undefined) setField(result, name, kept);
  }
  return result;
};

const includeInside = (node: Node, value: unknown, path: string, original: Doc): unknown => {
  if (Array.isArray(value))
    return value.filter(isContainer).map((element) => includeInside(node, element, path, original));
  return isDocument(value) ? include(node, value, path, original) : undefined;
};

const exclude = (node: Node, value: Doc, path: string, original: Doc): Doc => {
  const result: Doc = {};
  for (const [name, inner] of Object.entries(value)) {
    const child = node.children.get(name);
    const at = join(path, name);
    if (!child) setField(result, name, inner);
    else if (!child.pick) setField(result, name, excludeInside(child, inner, at, original));
    else if (child.pick !== keep) setField(result, name, child.pick(inner, original, at));
  }
  return result;
};

const excludeInside = (node: Node, value: unknown, path: string, original: Doc): unknown => {
  if (Array.isArray(value)) return value.map((element) => excludeInside(node, element, path, original));
  return isDocument(value) ? exclude(node, value, path, original) : value;
};

const modeOf = (plan: Plan): Mode => {
  if (plan.mode) return plan.mode;
  return plan.id === true && !plan.hasSlice ? 'include' : 'exclude';
};

/** The value of an expression on a document. */
type Evaluate = (expression: unknown, doc: Doc) => unknown;

const planOf = (spec: Doc, filter: unknown, isStage: boolean): Plan => {
  const root: Node = { children: new Map() };
  const plan: Plan = { root, computed: [], hasPositional: false, hasSlice: false, isStage };
  parse(plan, spec, '', filter);
  return plan;
};

const projectionOf = (plan: Plan, compute: Evaluate): Projection => {
  const mode = modeOf(plan);
  return (typed, original) => {
    const { _id: id, ...rest } = typed;
    const kept =
      mode === 'include' ? include(plan.root, rest, '', original) : exclude(plan.root, rest, '', original);
    const keptId = plan.id === false || id === undefined ? undefined : idPart(plan, id, original);
    let result: unknown = keptId === undefined ? kept : { _id: keptId, ...kept };
    for (const { path, expression } of plan.computed) {
      const value = compute(expression, original);
      if (value !== undefined) result = placeAt(result, path, value);
    }
    return asDoc(result);
  };
};

const asDoc = (value: unknown): Doc => (isDocument(value) ? value : {});

/** Fields stay in the document's order, `_id` first, computed ones last. Throws MongoDB's errors for invalid projections. */
export const compileProjection = (spec: Doc, filter: unknown, variables?: Doc): Projection =>
  projectionOf(planOf(spec, filter, false), (expression, doc) => evaluate(expression, doc, variables));

/** The same for `$project` and `$unset` of a pipeline. */
export const compileStageProjection = (spec: Doc, compute: Evaluate): ((doc: Doc) => Doc) => {
  if (Object.keys(spec).length === 0)
    throw new MongoError(
      51272,
      'Invalid $project :: caused by :: projection specification must have at least one field',
    );
  const project = projectionOf(planOf(spec, undefined, true), compute);
  return (doc) => project(doc, doc);
};

/** Paths such as '_id.part' select fields of the id. */
const idPart = (plan: Plan, id: unknown, original: Doc): unknown => {
  const node = plan.root.children.get('_id');
  if (!node || node.pick) return id;
  return plan.mode === 'exclude'
    ? excludeInside(node, id, '_id', original)
    : includeInside(node, id, '_id', original);
};

type Shape = (raw: Uint8Array) => Uint8Array;

const encoder = new TextEncoder();

/** The byte-level form of a projection that only includes or excludes top-level fields; undefined for any other. */
const shapeOfSwitches = (spec: Doc): Shape | undefined => {
  const { _id: id, ...others } = spec;
  const fields = Object.entries(others);
  const isPlain = (name: string): boolean => name !== '' && !name.startsWith('$') && !name.includes('.');
  if (!fields.every(([name, value]) => isPlain(name) && isSwitch(value))) return undefined;
  if (id !== undefined && !isSwitch(id)) return undefined;
  const keepsId = id === undefined || isOn(id);
  const [first] = fields;
  const keepsNamed = first ? isOn(first[1]) : id !== undefined && keepsId;
  if (fields.some(([, value]) => isOn(value) !== keepsNamed)) return undefined;
  const names = fields.map(([name]) => name);
  if (keepsId === keepsNamed) names.push('_id');
  return selectFields(
    names.map((name) => encoder.encode(name)),
    keepsNamed,
  );
};

/** Stored documents with a projection applied. */
export const compileShape = (spec: unknown, filter: unknown, variables?: Doc): Shape => {
  if (!isDocument(spec) || Object.keys(spec).length === 0) return (raw) => raw;
  const select = shapeOfSwitches(spec);
  if (select) return (raw) => (beginsWithId(raw) ? select(raw) : shapeOfAll(spec, filter, variables)(raw));
  return shapeOfAll(spec, filter, variables);
};

const shapeOfAll = (spec: Doc, filter: unknown, variables: Doc | undefined): Shape => {
  const project = compileProjection(spec, filter, variables);
  return (raw) => encode(project(decodeTyped(raw), decode(raw)));
};
