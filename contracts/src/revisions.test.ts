import { expect, it } from 'vitest';
import { matchesRevision } from './revisions.ts';

it.each([
  [undefined, true],
  ['*', true],
  ['"r2"', true],
  ['r2', true],
  ['"r1", "r2"', true],
  ['"r1"', false],
  ['', false],
  ['"r"', false],
] as const)('If-Match %j over the revision r2: %j (decision 0023)', (header, isAllowed) => {
  expect(matchesRevision(header, 'r2')).toBe(isAllowed);
});
