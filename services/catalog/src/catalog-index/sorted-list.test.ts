import { describe, expect, it } from 'vitest';
import { smallest } from './smallest.ts';
import { compareBy, type SortKey } from './sort-orders.rules.ts';
import { createSortedList } from './sorted-list.ts';

const element = (n: number): { readonly sortKey: SortKey } => ({
  sortKey: { id: `id-${n}`, createdAt: '2026-01-01T00:00:00.000Z', title: '', price: n, fit: 0 },
});
/** Numbers in an order that is neither sorted nor reversed. */
const mixed = (count: number): number[] => Array.from({ length: count }, (_, n) => (n * 37) % count);
const prices = (list: ReturnType<typeof createSortedList<ReturnType<typeof element>>>) =>
  list.ordered().map(({ sortKey }) => sortKey.price);

describe('a sorted list', () => {
  it.each([1, 5, 32, 33, 200])('has %i additions in order, beside what it had', (count) => {
    const list = createSortedList(compareBy.price, [element(-2), element(-1)]);
    for (const n of mixed(count)) list.add(element(n));

    expect(prices(list)).toEqual([-2, -1, ...mixed(count).toSorted((a, b) => a - b)]);
  });

  it('loses an element that was added and never read, and only that one', () => {
    const list = createSortedList<ReturnType<typeof element>>(compareBy.price, []);
    const elements = mixed(50).map(element);
    for (const one of elements) list.add(one);
    const [first] = elements;
    if (first) list.remove(first);
    list.remove(element(3));

    expect(prices(list)).toEqual(Array.from({ length: 49 }, (_, n) => n + 1));
  });
});

describe('smallest', () => {
  it.each([0, 1, 2, 7, 99, 100, 101, 1_000])('returns the first %i of the sorted numbers', (count) => {
    const numbers = Float64Array.from(mixed(101), (n) => n % 60);

    expect([...smallest(numbers, count)]).toEqual([...numbers.toSorted()].slice(0, count));
  });
});
