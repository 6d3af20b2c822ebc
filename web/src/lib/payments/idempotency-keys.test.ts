import { describe, expect, it } from 'vitest';
import { createIdempotencyKeys } from './idempotency-keys.ts';

const inRupees = { amount: 24_900, currency: 'INR', name: 'Asha' };
const inDollars = { amount: 283, currency: 'USD', name: 'Asha' };

describe('idempotency keys of one form', () => {
  it('are equal for equal requests and differ for others', () => {
    const fresh = ['key-1', 'key-2'];
    const keys = createIdempotencyKeys(() => fresh.shift() ?? 'none left');

    expect(keys.keyFor(inRupees)).toBe('key-1');
    expect(keys.keyFor({ ...inRupees })).toBe('key-1');
    expect(keys.keyFor(inDollars)).toBe('key-2');
    expect(keys.keyFor(inRupees)).toBe('key-1');
  });

  it('are new after a completed purchase attempt', () => {
    const keys = createIdempotencyKeys();
    const first = keys.keyFor(inRupees);

    keys.reset();

    expect(keys.keyFor(inRupees)).not.toBe(first);
  });

  it('differ between forms', () => {
    expect(createIdempotencyKeys().keyFor(inRupees)).not.toBe(createIdempotencyKeys().keyFor(inRupees));
  });
});
