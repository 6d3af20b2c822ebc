import { expect, it } from 'vitest';
import { lazily } from './lazily.ts';

it('what failed to load once is loaded by the next who needs it, and then kept', async () => {
  let tries = 0;
  const load = lazily(async () => {
    tries += 1;
    if (tries === 1) throw new Error('the disk was busy');
    return { tries };
  });

  await expect(load()).rejects.toThrow('the disk was busy');
  const [first, second] = await Promise.all([load(), load()]);

  expect(first).toBe(second);
  expect(await load()).toEqual({ tries: 2 });
});
