import { correlationId } from '../base/correlation.ts';
import type { Booted } from './boot-service.ts';

type Operation = { readonly collectionName: string; readonly method: string; readonly params: unknown };

/**
 * Records the queries of a service to its store for requests and messages; those of jobs and of the relay come at any time and
 * do not count. @returns a function that returns the queries since its last call, such as `orders.findOne`, whose parameters
 * contain one of the words
 */
export const recordQueries = ({ internals }: Booted): ((...words: string[]) => string[]) => {
  const queries: { readonly name: string; readonly text: string }[] = [];
  internals.store.connection.on('operation-start', ({ collectionName, method, params }: Operation) => {
    if (correlationId() !== undefined)
      queries.push({ name: `${collectionName}.${method}`, text: JSON.stringify(params) });
  });
  return (...words) =>
    queries
      .splice(0)
      .filter(({ text }) => words.some((word) => text.includes(word)))
      .map(({ name }) => name);
};
