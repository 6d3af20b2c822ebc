import { MediaId } from '@satrangi/contracts';
import { aMediaItem } from '@satrangi/contracts/testing';
import { expect, it } from 'vitest';
import { createItemIndex } from './item-index.ts';

const monsoon = aMediaItem({ _id: MediaId.parse('one'), title: 'Monsoon Letters' });

it('indexes an item again only when it changed', () => {
  const index = createItemIndex();

  const added = [monsoon, structuredClone(monsoon), { ...monsoon, title: 'Winter Letters' }].map(index.put);

  expect(added).toEqual([true, false, true]);
  expect([...index.find(['winter']).keys()]).toEqual(['one']);
  expect(index.find(['monsoon'], { isExact: true }).size).toBe(0);
});

it('indexes a removed item that returns unchanged', () => {
  const index = createItemIndex();
  index.put(monsoon);

  index.remove(monsoon._id);

  expect(index.size()).toBe(0);
  expect(index.put(monsoon)).toBe(true);
  expect([...index.find(['monsoon']).keys()]).toEqual(['one']);
});

/** An item with 100 words, each one letter shorter than in the revision before. */
const withShorterWords = (at: number, revision: number) =>
  aMediaItem({
    _id: MediaId.parse(`item-${at}`),
    description: Array.from(
      { length: 100 },
      (_, word) => `q${at * 100 + word}${'z'.repeat(6 - revision)}`,
    ).join(' '),
  });

it('items that change while discarded words are removed do not end the process', async () => {
  const index = createItemIndex();
  const failures: unknown[] = [];
  const noteFailure = (reason: unknown): void => void failures.push(reason);
  process.on('unhandledRejection', noteFailure);
  for (let revision = 0; revision < 6; revision += 1)
    for (let at = 0; at < 15; at += 1) {
      index.put(withShorterWords(at, revision));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  process.off('unhandledRejection', noteFailure);

  expect(failures).toEqual([]);
  expect(index.find(['q307z'], { isExact: true }).size).toBe(1);
  expect(index.find(['q307zz'], { isExact: true }).size).toBe(0);
});
