import { type MingoOptions, mingo } from './mingo.ts';

/** The signature of an expression or accumulator in mingo: the document (or documents), its argument, the options. */
export type Operator = (subject: unknown, argument: unknown, options: MingoOptions) => unknown;

export type Operators = { [name: `$${string}`]: Operator };

export const value = (subject: unknown, expression: unknown, options: MingoOptions): unknown =>
  mingo().core.evalExpr(subject, expression, options);

/** `{$op: x}` and `{$op: [x]}` mean the same for operators of one argument. */
export const single = (argument: unknown): unknown =>
  Array.isArray(argument) && argument.length === 1 ? argument[0] : argument;

export const argumentsOf = (argument: unknown): unknown[] =>
  Array.isArray(argument) ? argument : [argument];
