import { expect, it } from 'vitest';
import { poll, until } from './until.ts';

/** A probe with these results in turn, and the last one from then on. */
const results = <T>(...steps: readonly (T | Error)[]) => {
  const queue = [...steps];
  return async (): Promise<T> => {
    const step = (queue.length > 1 ? queue.shift() : queue[0]) as T | Error;
    if (step instanceof Error) throw step;
    return step;
  };
};

it('undefined, null, false and errors mean not yet; 0 and an empty text are values', async () => {
  const probe = results<number | undefined | null | false>(undefined, null, false, new Error('away'), 0);
  expect(await poll(probe, 60_000, 1)).toBe(0);
  expect(await until('a text', results(''), 60_000, 1)).toBe('');
});

it('a timeout is null, or an error with the condition and the last error of the probe', async () => {
  expect(await poll(results(false), 1, 1)).toBeNull();
  await expect(until('the shop is there', results(new Error('away')), 1, 1)).rejects.toThrow(
    'the shop is there: not in 1 ms: away',
  );
});
