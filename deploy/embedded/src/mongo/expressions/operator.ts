import { field, isDocument } from '../values.ts';
import { type MingoOptions, mingo } from './mingo.ts';

/** The signature of an expression or accumulator in mingo: the document (or documents), its argument, the options. */
export type Operator = (subject: unknown, argument: unknown, options: MingoOptions) => unknown;

export type Operators = { [name: `$${string}`]: Operator };

/** Parts of the paths in use, by expression: `$a.b`. A cache, because the same few are read from every document. */
const pathParts = new Map<string, readonly string[]>();
const MOST_KEPT = 1000;

const partsOf = (expression: string): readonly string[] => {
  const known = pathParts.get(expression);
  if (known) return known;
  if (pathParts.size >= MOST_KEPT) pathParts.clear();
  const parts = expression.slice(1).split('.');
  pathParts.set(expression, parts);
  return parts;
};

const isPath = (expression: unknown): expression is string =>
  typeof expression === 'string' &&
  expression.charCodeAt(0) === DOLLAR &&
  expression.charCodeAt(1) !== DOLLAR;

const DOLLAR = 36;

/** The value of an expression. A path without arrays on its way is read here, at a fraction of mingo's cost. */
export const value = (subject: unknown, expression: unknown, options: MingoOptions): unknown => {
  if (!isPath(expression)) return mingo().core.evalExpr(subject, expression, options);
  let found = subject;
  for (const part of partsOf(expression)) {
    if (Array.isArray(found)) return mingo().core.evalExpr(subject, expression, options);
    if (!isDocument(found)) return undefined;
    found = field(found, part);
  }
  return found;
};

/** `{$op: x}` and `{$op: [x]}` mean the same for operators of one argument. */
export const single = (argument: unknown): unknown =>
  Array.isArray(argument) && argument.length === 1 ? argument[0] : argument;

export const argumentsOf = (argument: unknown): unknown[] =>
  Array.isArray(argument) ? argument : [argument];
