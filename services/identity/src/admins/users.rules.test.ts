import { expect, it } from 'vitest';
import { cursorOf, placeOf } from './users.rules.ts';

it('a cursor leads back to its place, and made-up ones lead nowhere', () => {
  const place = { createdAt: '2026-01-01T00:00:00.000Z', _id: 'u1' };

  expect(placeOf(cursorOf(place))).toEqual(place);
  for (const bad of [
    '',
    'x',
    cursorOf({ ...place, _id: '{"$ne":1}' }),
    cursorOf({ ...place, createdAt: 'now' }),
  ])
    expect(placeOf(bad)).toBeNull();
});
