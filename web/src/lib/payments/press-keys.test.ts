import { describe, expect, it } from 'vitest';
import { pressKeys } from './press-keys.ts';

const inRupees = { amount: 24_900, currency: 'INR', name: 'Asha' };
const inDollars = { amount: 283, currency: 'USD', name: 'Asha' };

describe('the keys of one opening', () => {
  it('are the same for the same wish and another for another', () => {
    const fresh = ['key-1', 'key-2'];
    const keys = pressKeys(() => fresh.shift() ?? 'none left');

    expect(keys.of(inRupees)).toBe('key-1');
    expect(keys.of({ ...inRupees })).toBe('key-1');
    expect(keys.of(inDollars)).toBe('key-2');
    expect(keys.of(inRupees)).toBe('key-1');
  });

  it('are new for a wish that has come to an end', () => {
    const keys = pressKeys();
    const first = keys.of(inRupees);

    keys.forget();

    expect(keys.of(inRupees)).not.toBe(first);
  });

  it('are not those of another opening', () => {
    expect(pressKeys().of(inRupees)).not.toBe(pressKeys().of(inRupees));
  });
});
