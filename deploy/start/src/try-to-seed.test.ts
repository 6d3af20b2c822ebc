import { expect, it } from 'vitest';
import { tryToSeed } from './try-to-seed.ts';

it('demo content that fails, as when visitors have throttled the login of its admin, does not end the shop', async () => {
  const lines: string[] = [];
  const report = (line: string): void => void lines.push(line);
  await tryToSeed(() => Promise.reject(new Error('Too many attempts. Try again later.')), report);
  await tryToSeed(() => Promise.resolve(), report);

  expect(lines).toEqual([expect.stringContaining('Too many attempts. Try again later.')]);
});
