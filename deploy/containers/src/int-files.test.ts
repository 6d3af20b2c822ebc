import { expect, it } from 'vitest';
import { readText } from './compose-file.ts';
import { findIntFiles } from './int-files.ts';

it('files that start a store of their own are skipped with a reason, all others run', () => {
  const { folders, skipped } = findIntFiles([]);
  const running = [...folders.values()].flat();

  expect(running.length).toBeGreaterThan(150);
  expect(running.filter((file) => /\bstartRedis\(|\bspawnMongo\(/.test(readText(file)))).toEqual([]);
  expect(skipped).toContainEqual({
    name: 'gateway/test/replay.int.test.ts',
    reason: 'it starts a Redis of its own, to kill it',
  });
  expect(skipped.every(({ reason }) => reason !== '')).toBe(true);
  const names = [...running, ...skipped.map(({ name }) => name)];
  expect(new Set(names).size).toBe(names.length);
});

it('parts of paths select files', () => {
  const { folders, skipped } = findIntFiles(['services/payments']);

  expect([...folders.keys()]).toEqual(['services/payments']);
  expect(skipped.map(({ name }) => name)).toEqual(['services/payments/test/store-unavailable.int.test.ts']);
});
