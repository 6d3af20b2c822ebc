import { createRequire } from 'node:module';
import type * as aggregator from 'mingo/aggregator';
import type * as core from 'mingo/core';
import type * as lazy from 'mingo/lazy';
import type * as accumulators from 'mingo/operators/accumulator';
import type * as expressions from 'mingo/operators/expression';
import type * as pipeline from 'mingo/operators/pipeline';

/** The parts of mingo that this server uses. */
export type Mingo = {
  readonly Aggregator: typeof aggregator.Aggregator;
  readonly core: typeof core;
  readonly Lazy: typeof lazy.Lazy;
  readonly accumulators: typeof accumulators;
  readonly expressions: typeof expressions;
  readonly pipeline: typeof pipeline;
};

export type MingoOptions = Parameters<typeof core.evalExpr>[2];

const load = createRequire(import.meta.url);

let loaded: Mingo | undefined;

/**
 * mingo, loaded on first use: a server without aggregations never loads it.
 *
 * The `Aggregator` is imported from 'mingo/aggregator': the one of 'mingo' silently ignores the replaced
 * operators.
 */
export const mingo = (): Mingo => {
  loaded ??= {
    Aggregator: load('mingo/aggregator').Aggregator,
    core: load('mingo/core'),
    Lazy: load('mingo/lazy').Lazy,
    accumulators: load('mingo/operators/accumulator'),
    expressions: load('mingo/operators/expression'),
    pipeline: load('mingo/operators/pipeline'),
  };
  return loaded;
};
