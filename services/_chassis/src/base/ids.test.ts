import { expect, it } from 'vitest';
import { systemIds } from './ids.ts';

it('ids are unique', () => {
  const ids = Array.from({ length: 2_000 }, systemIds.newId);

  expect(new Set(ids).size).toBe(2_000);
  for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/);
});

it('the bits of ids are evenly distributed', () => {
  const ones = Array.from({ length: 128 }, () => 0);
  for (let n = 0; n < 4_000; n += 1) {
    const bytes = Buffer.from(systemIds.newId(), 'base64url');
    for (const [bit] of ones.entries())
      if ((bytes[bit >> 3] ?? 0) & (1 << (bit & 7))) ones[bit] = (ones[bit] ?? 0) + 1;
  }

  // twelve standard deviations of 4,000 fair coin flips
  for (const count of ones) expect(Math.abs(count - 2_000)).toBeLessThan(380);
});

it('the same type and key give the same event id', () => {
  expect(systemIds.eventId('a', 'b')).toBe(systemIds.eventId('a', 'b'));
  expect(systemIds.eventId('a', 'b')).not.toBe(systemIds.eventId('a', 'c'));
});
