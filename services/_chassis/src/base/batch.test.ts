/** When a batch is handled, with a clock of the test. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { batch } from './batch.ts';

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'performance'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const openDoubler = () => {
  const batches: number[][] = [];
  const double = batch<number, number>(async (items, completions) => {
    batches.push([...items]);
    for (const [index, { resolve }] of completions.entries()) resolve((items[index] ?? 0) * 2);
  });
  return { batches, double };
};

it('handles items of one turn together and at once, those that follow within 20 ms together at their end', async () => {
  const { batches, double } = openDoubler();
  const first = Promise.all([double(1), double(2)]);
  await vi.advanceTimersByTimeAsync(0);
  expect(await first).toEqual([2, 4]);

  const third = double(3);
  await vi.advanceTimersByTimeAsync(12);
  const fourth = double(4);
  expect(batches).toEqual([[1, 2]]);
  await vi.advanceTimersByTimeAsync(8);

  expect(await Promise.all([third, fourth])).toEqual([6, 8]);
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

it('handles an item after a pause at once', async () => {
  const { batches, double } = openDoubler();
  const first = double(1);
  await vi.advanceTimersByTimeAsync(0);
  await first;
  await vi.advanceTimersByTimeAsync(20);

  const later = double(2);
  await vi.advanceTimersByTimeAsync(0);

  expect(await later).toBe(4);
  expect(batches).toEqual([[1], [2]]);
});

it('does not let a caller wait that sends one item after the other', async () => {
  vi.useRealTimers();
  const act = batch<number, number>(async (items, completions) => {
    for (const [index, { resolve }] of completions.entries()) resolve(items[index] ?? 0);
  }, 60_000);

  expect([await act(1), await act(2), await act(3)]).toEqual([1, 2, 3]);
});

it('collects items that come while one is in progress', async () => {
  const first = Promise.withResolvers<void>();
  const sizes: number[] = [];
  const act = batch<number, void>(async (items, completions) => {
    sizes.push(items.length);
    await first.promise;
    for (const { resolve } of completions) resolve();
  });
  const all = [act(1)];
  await vi.advanceTimersByTimeAsync(5);
  all.push(act(2));
  await vi.advanceTimersByTimeAsync(5);
  all.push(act(3));
  expect(sizes).toEqual([1]);
  await vi.advanceTimersByTimeAsync(10);
  expect(sizes).toEqual([1, 2]);

  first.resolve();
  await Promise.all(all);
});

it('waits as long as its batch says', async () => {
  const sizes: number[] = [];
  const act = batch<number, void>(async (items, completions) => {
    sizes.push(items.length);
    for (const { resolve } of completions) resolve();
  }, 2);
  const first = Promise.all([act(1), act(2)]);
  await vi.advanceTimersByTimeAsync(0);
  const next = Promise.all([act(3), act(4)]);
  await vi.advanceTimersByTimeAsync(1);
  const last = act(5);
  await vi.advanceTimersByTimeAsync(1);

  await Promise.all([first, next, last]);
  expect(sizes).toEqual([2, 3]);
});

it('handles a full batch at once', async () => {
  const { batches, double } = openDoubler();
  const first = double(0);
  await vi.advanceTimersByTimeAsync(0);
  await first;

  const many = Promise.all(Array.from({ length: 33 }, (_, n) => double(n)));
  await vi.advanceTimersByTimeAsync(0);
  expect(batches.map(({ length }) => length)).toEqual([1, 32]);
  await vi.advanceTimersByTimeAsync(20);

  expect((await many).length).toBe(33);
  expect(batches.map(({ length }) => length)).toEqual([1, 32, 1]);
});

it('a failed batch fails all its items, and the next one starts afresh', async () => {
  let fails = true;
  const act = batch<string, string>(async (items, completions) => {
    if (fails) throw new Error('the store is unavailable');
    for (const [index, { resolve }] of completions.entries()) resolve(items[index] ?? '');
  });
  const refused = Promise.allSettled([act('a'), act('b')]);
  await vi.advanceTimersByTimeAsync(0);
  expect((await refused).map(({ status }) => status)).toEqual(['rejected', 'rejected']);

  fails = false;
  const next = act('c');
  await vi.advanceTimersByTimeAsync(20);
  expect(await next).toBe('c');
});
