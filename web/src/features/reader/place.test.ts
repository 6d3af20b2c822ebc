import { expect, it } from 'vitest';
import { readPlace } from './place.ts';

it('a kept place is read back, and anything else is no place', () => {
  const place = { page: 7, pages: 212, at: '2026-11-01T10:07:00.000Z' };
  expect(readPlace(JSON.stringify(place))).toEqual(place);
  for (const text of [null, '', '{', '7', '{"page":"7"}']) expect(readPlace(text)).toBeNull();
});
