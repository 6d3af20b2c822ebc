import { expect, it } from 'vitest';
import { cursorOf, parseCursor } from './users.rules.ts';

it('parses the cursors it issues and rejects others', () => {
  const position = { createdAt: '2026-01-01T00:00:00.000Z', _id: 'u1' };

  expect(parseCursor(cursorOf(position))).toEqual(position);
  const similar = { ...position, isSimilar: true } as const;
  expect(parseCursor(cursorOf(similar))).toEqual(similar);
  for (const bad of [
    '',
    'x',
    cursorOf({ ...position, _id: '{"$ne":1}' }),
    cursorOf({ ...position, createdAt: 'now' }),
  ])
    expect(parseCursor(bad)).toBeNull();
});
