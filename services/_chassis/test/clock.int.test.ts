/** The clock skew of tests: where it is allowed and what it shifts. */
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

it('the skew shifts every reading of time in the process', () => {
  skewClock(-5 * minute, 'test');

  expect(Date.now() - machineNow()).toBeCloseTo(5 * minute, -2);
  expect(Date.now() - systemClock().now().getTime()).toBeCloseTo(5 * minute, -2);
});

it('a clock skew in production ends the start', async () => {
  const env = {
    NODE_ENV: 'production',
    CLOCK_SKEW_MS: '1000',
    MONGODB_URI: 'mongodb://127.0.0.1:1',
    INTERNAL_SECRET: TEST_INTERNAL_SECRET,
  };

  await expect(startService(service, env)).rejects.toThrow(/CLOCK_SKEW_MS/);
});

it('an expired token is accepted for one more minute, by the clock of the reader', async () => {
  const { url } = await testKeys();
  const token = tokenOf(testUser(), { expiresIn: 120 });
  const readAt = (skewMs: number): Promise<unknown> => {
    skewClock(skewMs, 'test');
    return createTokenReader(`${url}/.well-known/jwks.json`)(token).then(
      () => 'read',
      (error: Error) => error.message,
    );
  };

  // a slow clock reads a token that was issued in the future
  expect(await readAt(-2 * minute)).toBe('read');
  expect(await readAt(2.9 * minute)).toBe('read');
  expect(await readAt(3.1 * minute)).toBe('jwt expired');
});
