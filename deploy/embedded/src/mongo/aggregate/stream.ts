import type { Doc } from '../documents.ts';
import { MongoError } from '../errors.ts';
import { type MingoOptions, mingo } from '../expressions/mingo.ts';
import { value } from '../expressions/operator.ts';
import { isDocument } from '../values.ts';

export { value };

/** Access to other collections, for stages such as $lookup. */
export type CollectionReader = {
  /** The matching documents of a collection, promoted; none when it does not exist. */
  readonly find: (collection: unknown, filter: Doc) => Doc[];
};

export type StageOptions = {
  readonly variables?: Doc | undefined;
  readonly collation?: Doc | undefined;
  readonly reader?: CollectionReader | undefined;
};

export type Stream = ReturnType<ReturnType<typeof mingo>['Lazy']>;
/** The signature of a pipeline stage in mingo. */
export type Stage = (stream: Stream, argument: unknown, options: MingoOptions) => Stream;

export const documentsIn = (stream: Stream): Doc[] => stream.collect<Doc>();

export const streamOf = (docs: readonly unknown[]): Stream => mingo().Lazy([...docs]);

/** Variables in scope: those of the command and of the outer stages. */
export const variablesOf = (options: MingoOptions): Doc => {
  const local = 'local' in options && isDocument(options.local) ? options.local.variables : undefined;
  return { ...options.variables, ...(isDocument(local) ? local : {}) };
};

export const requireDocument = (stage: string, argument: unknown): Doc => {
  if (isDocument(argument)) return argument;
  throw new MongoError(40272, `${stage} specification must be an object`);
};

export const collationIn = (options: MingoOptions): Doc | undefined =>
  options.collation ? { ...options.collation } : undefined;

export type Stages = { [name: `$${string}`]: Stage };
