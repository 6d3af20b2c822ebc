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
