import { isFoldable, sameCollation } from '../collation.ts';
import type { Doc } from '../documents.ts';
import { keyOf } from '../keys.ts';
import { compileFilter } from '../match/compile.ts';
import type { SortField } from '../paths.ts';
import { isDocument, isOperatorDocument } from '../values.ts';
import {
  type Constraint,
  type Constraints,
  conjuncts,
  constraintsOf,
  pointStretches,
  rangeStretches,
  type Stretch,
  wholeStretches,
} from './bounds.ts';
import { fieldKey, type Index, type IndexField } from './index.ts';
import type { Sequenced } from './sorted-entries.ts';

/** The plan of a query for one index. */
export type IndexPlan<Entry extends Sequenced> = {
  readonly index: Index<Entry>;
  readonly stretches: readonly Stretch[];
  readonly isBackwards: boolean;
  /** The entries are in the requested order. */
  readonly isSorted: boolean;
};

type Question = {
  readonly constraints: Constraints;
  readonly sort: readonly SortField[];
  readonly collation: Doc | undefined;
};

type Scored<Entry extends Sequenced> = { readonly plan: IndexPlan<Entry>; readonly score: number };

export const questionOf = (
  filter: unknown,
  sort: readonly SortField[],
  collation: Doc | undefined,
): Question => ({ constraints: constraintsOf(filter), sort, collation });

/** The best plan of a query, or undefined for a collection scan. */
export const choosePlan = <Entry extends Sequenced>(
  indexes: readonly Index<Entry>[],
  question: Question,
): IndexPlan<Entry> | undefined => {
  let best: Scored<Entry> | undefined;
  for (const index of indexes) {
    const scored = isUsable(index, question) ? planFor(index, question) : undefined;
    if (scored && (!best || scored.score > best.score)) best = scored;
  }
  return best?.plan;
};

/** A plan for each branch of an `$or`, when every branch has one; together they cover all matches. */
export const chooseUnion = <Entry extends Sequenced>(
  indexes: readonly Index<Entry>[],
  filter: unknown,
  collation: Doc | undefined,
): IndexPlan<Entry>[] | undefined => {
  const branches = isDocument(filter) ? filter.$or : undefined;
  if (!Array.isArray(branches)) return undefined;
  const plans = branches.map((branch) => choosePlan(indexes, questionOf(branch, [], collation)));
  const found = plans.filter((plan) => plan !== undefined);
  return found.length === plans.length ? found : undefined;
};

/** True when every document the query can match is in the index. */
const isUsable = <Entry extends Sequenced>(index: Index<Entry>, question: Question): boolean => {
  if (!index.isOrdered || index.spec.hidden === true) return false;
  if (!sameCollation(index.collation, question.collation)) return false;
  if (index.collation && !isFoldable(index.collation)) return false;
  if (index.isSparse && !index.fields.some(({ name }) => question.constraints.get(name)?.isPresent))
    return false;
  return !index.partialFilter || conjuncts(index.partialFilter).every((part) => isImplied(part, question));
};

const isImplied = (part: Doc, { constraints }: Question): boolean => {
  const [entry] = Object.entries(part);
  if (!entry) return true;
  const [name, condition] = entry;
  const constraint = constraints.get(name);
  if (!constraint || name.startsWith('$')) return false;
  if (isDocument(condition) && keyOf(condition) === keyOf({ $exists: true })) return constraint.isPresent;
  // MongoDB does not conclude a type from a value
  if (isDocument(condition) && condition.$type !== undefined)
    return constraint.types?.some((type) => keyOf(type) === keyOf(condition.$type)) === true;
  if (constraint.points) {
    const matches = compileFilter(part);
    return constraint.points.every((point) => matches(documentWith(name, point)));
  }
  return isOperatorDocument(condition) && rangeImplies(constraint, name, condition);
};

const documentWith = (name: string, value: unknown): Doc => {
  const [first = '', ...rest] = name.split('.');
  return { [first]: rest.length > 0 ? documentWith(rest.join('.'), value) : value };
};

/** A range of the query is inside the range of the index when its own bound satisfies it. */
const rangeImplies = (constraint: Constraint, name: string, condition: Doc): boolean =>
  Object.entries(condition).every(([operator, operand]) => {
    const matches = compileFilter({ [name]: { [operator]: operand } });
    if (operator === '$gte' || operator === '$gt')
      return constraint.above !== undefined && matches(documentWith(name, constraint.above));
    if (operator === '$lte' || operator === '$lt')
      return constraint.below !== undefined && matches(documentWith(name, constraint.below));
    return false;
  });

const isUnderArray = (arrayPaths: ReadonlySet<string>, name: string): boolean => {
  for (const path of arrayPaths) if (path === name || name.startsWith(`${path}.`)) return true;
  return false;
};

const sharesArray = (arrayPaths: ReadonlySet<string>, a: string, b: string): boolean => {
  for (const path of arrayPaths)
    if ((a === path || a.startsWith(`${path}.`)) && (b === path || b.startsWith(`${path}.`))) return true;
  return false;
};

/** The direction in which the index yields the sort order, or undefined when it cannot. */
const sortDirection = (fields: readonly IndexField[], sort: readonly SortField[]): 1 | -1 | undefined => {
  let direction: 1 | -1 | undefined;
  for (const [i, { name, direction: wanted }] of sort.entries()) {
    const field = fields[i];
    if (!field || field.name !== name) return undefined;
    const needed = field.direction === wanted ? 1 : -1;
    if (direction !== undefined && direction !== needed) return undefined;
    direction = needed;
  }
  return direction;
};

const SCORE = { point: 100, uniquePoint: 1000, range: 40, sort: 60 } as const;

/** False when no plan can use the index. It is not filled then: see `Index.fillLater`. */
const isConcerned = <Entry extends Sequenced>(
  { fields: [first] }: Index<Entry>,
  { constraints, sort }: Question,
): boolean => first !== undefined && (constraints.has(first.name) || sort[0]?.name === first.name);

const planFor = <Entry extends Sequenced>(
  index: Index<Entry>,
  question: Question,
): Scored<Entry> | undefined => {
  if (!isConcerned(index, question)) return undefined;
  const { fields, arrayPaths, collation } = index;
  const { constraints } = question;
  let prefixes: string[] = [''];
  let score = 0;
  let depth = 0;
  let isSinglePoint = true;
  for (const field of fields) {
    const points = constraints.get(field.name)?.points;
    const used = fields.slice(0, depth);
    if (!points || used.some((before) => sharesArray(arrayPaths, before.name, field.name))) break;
    const next = pointStretches(prefixes, points, (value) => fieldKey(value, field.direction, collation));
    if (!next) break;
    prefixes = next;
    isSinglePoint &&= points.length === 1;
    score += points.length === 1 ? SCORE.point : SCORE.point - 20;
    depth++;
  }
  if (depth === fields.length && index.isUnique) score += SCORE.uniquePoint;
  const rest = fields.slice(depth);
  const fixed = fields.slice(0, depth);
  const direction = isSinglePoint && !collation ? sortPlan(index, rest, fixed, question.sort) : undefined;
  const [next] = rest;
  const stretches = next ? rangeFor(index, prefixes, next, fixed, constraints) : undefined;
  if (stretches) score += SCORE.range;
  if (direction !== undefined) score += SCORE.sort;
  if (score === 0) return undefined;
  const isSorted = direction !== undefined || question.sort.length === 0;
  const plan = {
    index,
    stretches: stretches ?? wholeStretches(prefixes),
    isBackwards: direction === -1,
    isSorted,
  };
  return { plan, score };
};

/** The reading direction for the sort order; fields with one fixed value do not affect it. */
const sortPlan = <Entry extends Sequenced>(
  { arrayPaths }: Index<Entry>,
  rest: readonly IndexField[],
  fixed: readonly IndexField[],
  sort: readonly SortField[],
): 1 | -1 | undefined => {
  if (sort.length === 0 || sort.some(({ name }) => isUnderArray(arrayPaths, name))) return undefined;
  const open = sort.filter(({ name }) => !fixed.some((field) => field.name === name));
  return open.length === 0 ? 1 : sortDirection(rest, open);
};

const rangeFor = <Entry extends Sequenced>(
  index: Index<Entry>,
  prefixes: readonly string[],
  field: IndexField,
  before: readonly IndexField[],
  constraints: Constraints,
): Stretch[] | undefined => {
  const constraint = constraints.get(field.name);
  if (!constraint || index.collation) return undefined;
  if (constraint.above === undefined && constraint.below === undefined) return undefined;
  if (before.some(({ name }) => sharesArray(index.arrayPaths, name, field.name))) return undefined;
  return rangeStretches(
    prefixes,
    constraint,
    (value) => fieldKey(value, field.direction, undefined),
    field.direction < 0,
    isUnderArray(index.arrayPaths, field.name),
  );
};

/** The plan for an index named by a hint; a full index scan when the filter has none of its fields. */
export const hintedPlan = <Entry extends Sequenced>(
  index: Index<Entry>,
  question: Question,
): IndexPlan<Entry> => {
  const planned = sameCollation(index.collation, question.collation) ? planFor(index, question) : undefined;
  return (
    planned?.plan ?? {
      index,
      stretches: wholeStretches(['']),
      isBackwards: false,
      isSorted: question.sort.length === 0,
    }
  );
};
