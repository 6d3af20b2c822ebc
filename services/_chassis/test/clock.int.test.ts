/** A clock that is wrong on purpose: where it may be, and what it moves. */
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import {
  createTokenReader,
  defineService,
  machineNow,
  skewClock,
  startService,
  systemClock,
} from '../src/index.ts';
import { TEST_INTERNAL_SECRET, testKeys, testUser, tokenOf } from '../src/testing/index.ts';

const service = defineService({ name: 'library', config: z.object({}), build: () => ({ apis: [] }) });
const minute = 60_000;

afterEach(() => skewClock(0, 'test'));

it('every reading of time in the process is moved', () => {
  skewClock(-5 * minute, 'test');

  expect(Date.now() - machineNow()).toBeCloseTo(5 * minute, -2);
  expect(Date.now() - systemClock().now().getTime()).toBeCloseTo(5 * minute, -2);
});

it('no service of production starts with a clock that is wrong', async () => {
  const env = {
    NODE_ENV: 'production',
    CLOCK_SKEW_MS: '1000',
    MONGODB_URI: 'mongodb://127.0.0.1:1',
    INTERNAL_SECRET: TEST_INTERNAL_SECRET,
  };

  await expect(startService(service, env)).rejects.toThrow(/CLOCK_SKEW_MS/);
});

it('a login that ended counts for a minute more, by the clock of whoever reads it', async () => {
  const { url } = await testKeys();
  const token = tokenOf(testUser(), { expiresIn: 120 });
  const readAt = (skewMs: number): Promise<unknown> => {
    skewClock(skewMs, 'test');
    return createTokenReader(`${url}/.well-known/jwks.json`)(token).then(
      () => 'read',
      (error: Error) => error.message,
    );
  };

  // a clock that is behind sees a login from the future
  expect(await readAt(-2 * minute)).toBe('read');
  expect(await readAt(2.9 * minute)).toBe('read');
  expect(await readAt(3.1 * minute)).toBe('jwt expired');
});
