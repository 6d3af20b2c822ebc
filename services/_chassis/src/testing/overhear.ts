import type { Booted } from './boot-service.ts';

type Question = { readonly collectionName: string; readonly method: string; readonly params: unknown };

/**
 * Overhears what a service asks its store. @returns what was asked since one looked last, as `orders.findOne`, with one
 * of these words in it: clocks ask, too, and of nobody in particular
 */
export const overhear = ({ inside }: Booted): ((...words: string[]) => string[]) => {
  const asked: { readonly name: string; readonly text: string }[] = [];
  inside.store.connection.on('operation-start', ({ collectionName, method, params }: Question) =>
    asked.push({ name: `${collectionName}.${method}`, text: JSON.stringify(params) }),
  );
  return (...words) =>
    asked
      .splice(0)
      .filter(({ text }) => words.some((word) => text.includes(word)))
      .map(({ name }) => name);
};
