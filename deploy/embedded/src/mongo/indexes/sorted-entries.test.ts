import { describe, expect, it } from 'vitest';
import { sortedEntries } from './sorted-entries.ts';

type Item = { readonly seq: number; readonly key: string };

/** A reproducible sequence of numbers below 1. */
const randomFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
};

const inOrder = (a: Item, b: Item): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.seq - b.seq);

describe('sorted entries', () => {
  it('equal a sorted array after thousands of inserts and removals', () => {
    const random = randomFrom(7);
    const entries = sortedEntries<Item>();
    let model: Item[] = [];

    for (let seq = 0; seq < 6000; seq++) {
      const item = { seq, key: String(Math.floor(random() * 900)) };
      entries.add(item.key, item);
      model.push(item);
      if (random() < 0.3) {
        const victim = model[Math.floor(random() * model.length)];
        if (victim) {
          entries.remove(victim.key, victim);
          model = model.filter((other) => other !== victim);
        }
      }
    }

    model.sort(inOrder);
    expect(entries.size()).toBe(model.length);
    expect([...entries.scan('', '\uffff')]).toEqual(model);
    expect([...entries.scan('', '\uffff', true)]).toEqual(model.toReversed());
    for (const [from, to] of [
      ['1', '2'],
      ['250', '251'],
      ['5', '4'],
      ['', '0'],
      ['899', '\uffff'],
    ] as const) {
      const expected = model.filter(({ key }) => key >= from && key < to);
      expect([...entries.scan(from, to)]).toEqual(expected);
      expect([...entries.scan(from, to, true)]).toEqual(expected.toReversed());
    }
  });

  it('are the same after a bulk load as after single inserts', () => {
    const random = randomFrom(3);
    const items = Array.from({ length: 3000 }, (_, seq) => ({
      seq,
      key: String(Math.floor(random() * 500)),
    }));
    const slowly = sortedEntries<Item>();
    const atOnce = sortedEntries<Item>();

    for (const item of items) slowly.add(item.key, item);
    atOnce.fill(
      items.map(({ key }) => key),
      items,
    );
    for (const entries of [slowly, atOnce]) entries.add('7', { seq: 9999, key: '7' });

    expect([...atOnce.scan('', '\uffff')]).toEqual([...slowly.scan('', '\uffff')]);
    expect(atOnce.size()).toBe(3001);
  });

  it('detect a key of another entry', () => {
    const entries = sortedEntries<Item>();
    const first = { seq: 1, key: 'a' };
    entries.add('a', first);
    entries.add('a\0', { seq: 2, key: 'a\0' });

    expect(entries.hasOther('a', undefined)).toBe(true);
    expect(entries.hasOther('a', first)).toBe(false);
    expect(entries.hasOther('b', undefined)).toBe(false);
  });

  it('can be emptied and used again', () => {
    const entries = sortedEntries<Item>();
    const items = Array.from({ length: 2000 }, (_, seq) => ({ seq, key: `k${seq % 3}` }));
    for (const item of items) entries.add(item.key, item);
    for (const item of items) entries.remove(item.key, item);
    expect([...entries.scan('', '\uffff')]).toEqual([]);

    entries.add('k', { seq: 1, key: 'k' });
    expect(entries.size()).toBe(1);
  });
});
