import { expect, it } from 'vitest';
import { parsePosition } from './reading-position.ts';

it('a stored position is read back, and anything else is null', () => {
  const position = { page: 7, pages: 212, at: '2026-11-01T10:07:00.000Z' };
  expect(parsePosition(JSON.stringify(position))).toEqual(position);
  for (const text of [null, '', '{', '7', '{"page":"7"}']) expect(parsePosition(text)).toBeNull();
});
