import type { Doc } from '../documents.ts';
import { kindOf, numberOf } from '../kinds.ts';
import { isDocument } from '../values.ts';
import { accumulatorOverrides } from './accumulators.ts';
import { comparisonOverrides } from './comparisons.ts';
import { conversionOverrides } from './conversions.ts';
import { dateOverrides } from './dates.ts';
import { type MingoOptions, mingo } from './mingo.ts';
import { regexOverrides } from './regex.ts';

type ContextParts = NonNullable<Parameters<ReturnType<typeof mingo>['core']['Context']['init']>[0]>;

export type PipelineOperators = NonNullable<ContextParts['pipeline']>;

/** The operators of mingo, with replacements for those that differ from MongoDB. */
export const createContext = (stages: PipelineOperators): MingoOptions['context'] => {
  const { core, accumulators, expressions } = mingo();
  // decision 0102: an incomplete form of these two gave wrong values without an error
  const { $setWindowFields: _window, $fill: _fill, ...pipeline } = mingo().pipeline;
  return core.Context.init({
    accumulator: { ...accumulators, ...accumulatorOverrides() },
    expression: {
      ...expressions,
      ...comparisonOverrides(),
      ...conversionOverrides(),
      ...dateOverrides(),
      ...regexOverrides(),
    },
    pipeline: { ...pipeline, ...stages },
  });
};

let context: MingoOptions['context'] | undefined;

const options = (variables: Doc | undefined): MingoOptions => {
  context ??= createContext({});
  return {
    idKey: '_id',
    processingMode: mingo().core.ProcessingMode.CLONE_OFF,
    useStrictMode: true,
    scriptEnabled: false,
    failOnError: true,
    context,
    ...(variables ? { variables } : {}),
  };
};

const isExpression = (value: unknown): boolean => {
  const [first = ''] = isDocument(value) ? Object.keys(value) : [];
  return first.startsWith('$');
};

/** Values of `let`: constants and expressions, each computed once. */
export const resolveVariables = (variables: Doc | undefined): Doc | undefined => {
  if (!variables) return undefined;
  const resolved: Doc = {};
  for (const [name, value] of Object.entries(variables))
    resolved[name] = isExpression(value) ? mingo().core.evalExpr({}, value, options(undefined)) : value;
  return resolved;
};

/** The value of an aggregation expression on a document; undefined when it is missing. */
export const evaluate = (expression: unknown, doc: unknown, variables?: Doc): unknown =>
  mingo().core.evalExpr(doc, expression, options(resolveVariables(variables)));

/** Truthiness in expressions: everything except false, null, missing and zero. */
export const isTruthy = (value: unknown): boolean => {
  if (value === null || value === undefined || value === false) return false;
  return kindOf(value) !== 'number' || numberOf(value) !== 0;
};
