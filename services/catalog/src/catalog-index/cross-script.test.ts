import { crossScriptPairs } from '@satrangi/contracts/testing';
import { expect, it } from 'vitest';
import { searchIndex } from './search-index.ts';

/** The share of pairs that must be found. */
const FOUND_MIN = 190;

const order = (index: ReturnType<typeof searchIndex>, query: string): number[] => {
  const { slots, tierOf } = index.search(query);
  return slots.toSorted((a, b) => tierOf(b) - tierOf(a) || a - b);
};

/** Pairs found when titles are in one spelling and queries in the other. */
const missing = (titleAt: 0 | 1): string[] => {
  const index = searchIndex();
  for (const [slot, pair] of crossScriptPairs.entries())
    index.add(slot, { titles: [pair[titleAt]], author: '', others: [] });
  return crossScriptPairs
    .filter((pair, slot) => !order(index, pair[titleAt === 0 ? 1 : 0]).includes(slot))
    .map((pair) => pair.join('='));
};

it('200 names are found in five scripts by their Latin spelling (BEY-03)', () => {
  expect(crossScriptPairs).toHaveLength(200);

  const missed = missing(1);

  expect(200 - missed.length, missed.join(' ')).toBeGreaterThanOrEqual(FOUND_MIN);
});

it('and by their own script where the title is in Latin letters (BEY-03)', () => {
  const missed = missing(0);

  expect(200 - missed.length, missed.join(' ')).toBeGreaterThanOrEqual(FOUND_MIN);
});

it('an exact match is always before one of another script (BEY-03)', () => {
  const index = searchIndex();
  for (const [slot, pair] of crossScriptPairs.entries()) {
    index.add(2 * slot, { titles: [pair[1]], author: '', others: [] });
    index.add(2 * slot + 1, { titles: [pair[0]], author: '', others: [] });
  }

  for (const [latin, own] of crossScriptPairs) {
    const first = (query: string): readonly [string, string] | undefined =>
      crossScriptPairs[Math.floor((order(index, query)[0] ?? -2) / 2)];
    expect(first(latin)?.[0]).toBe(latin);
    expect(first(own)?.[1]).toBe(own);
  }
});

it('words of the same script are compared letter by letter only', () => {
  const index = searchIndex();
  index.add(0, { titles: ['Mansion'], author: '', others: [] });

  expect(order(index, 'monsoon mansion')).toEqual([]);
  expect(order(index, 'manasana')).toEqual([]);
});

it('a name is found across scripts among several words, and forgotten with its item (BEY-03)', () => {
  const index = searchIndex();
  index.add(0, { titles: ['बरसात के बाद'], author: 'मीरा साहनी', others: [] });

  expect(order(index, 'barsaat ke baad')).toEqual([0]);
  expect(order(index, 'meera sahni')).toEqual([0]);
  expect(order(index, 'barsaat ke pehle')).toEqual([]);

  index.remove(0);
  expect(order(index, 'barsaat')).toEqual([]);
});
