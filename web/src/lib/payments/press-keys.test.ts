import { describe, expect, it } from 'vitest';
import { pressKeys } from './press-keys.ts';

const inRupees = { amount: 24_900, currency: 'INR', name: 'Asha' };
const inDollars = { amount: 283, currency: 'USD', name: 'Asha' };

describe('the keys of one opening', () => {
  it('are the same for the same wish and another for another', () => {
    const fresh = ['key-1', 'key-2'];
    const keyOf = pressKeys(() => fresh.shift() ?? 'none left');

    expect(keyOf(inRupees)).toBe('key-1');
    expect(keyOf({ ...inRupees })).toBe('key-1');
    expect(keyOf(inDollars)).toBe('key-2');
    expect(keyOf(inRupees)).toBe('key-1');
  });

  it('are not those of another opening', () => {
    expect(pressKeys()(inRupees)).not.toBe(pressKeys()(inRupees));
  });
});
