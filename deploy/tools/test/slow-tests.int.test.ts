/** Which files `npm test` leaves to `npm run test:all`. */
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { leftOut, slowTests } from '../slow-tests.ts';

const all = Object.values(slowTests).flat();
const npmTest = { npm_lifecycle_event: 'test' };

it('names files that exist, each once', () => {
  expect(all.filter((file) => !existsSync(file))).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
});

it('leaves them out of `npm test` alone', () => {
  expect(leftOut(['run', '--reporter=json'], npmTest)).toEqual(all);
  expect(leftOut(['run'], { npm_lifecycle_event: 'test:all' })).toEqual([]);
  expect(leftOut(['run'], { npm_lifecycle_event: 'npx' })).toEqual([]);
});

it.each([
  ['a path', ['run', 'services/cms'], npmTest],
  ['a project', ['run', '--project=int'], npmTest],
  ['a nightly run', ['run'], { ...npmTest, SIZE: 'nightly' }],
])('leaves nothing out of %s', (_what, args, env) => {
  expect(leftOut(args, env)).toEqual([]);
});
