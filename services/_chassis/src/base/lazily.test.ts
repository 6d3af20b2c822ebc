import { expect, it } from 'vitest';
import { lazily } from './lazily.ts';

it('retries after a failure and keeps the first result', async () => {
  let tries = 0;
  const load = lazily(async () => {
    tries += 1;
    if (tries === 1) throw new Error('first try');
    return { tries };
  });

  await expect(load()).rejects.toThrow('first try');
  const [first, second] = await Promise.all([load(), load()]);

  expect(first).toBe(second);
  expect(await load()).toEqual({ tries: 2 });
});
