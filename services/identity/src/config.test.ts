// How long a login may last, as the environment says it.
import { expect, it } from 'vitest';
import { IdentityConfig } from './config.ts';

it('a login lasts 7 days unless JWT_TTL says otherwise, and never longer than services remember (IDN-35)', () => {
  const seconds = (JWT_TTL?: string) => IdentityConfig.safeParse({ JWT_TTL }).data?.JWT_TTL;

  expect([undefined, '12h', '31d'].map(seconds)).toEqual([604_800, 43_200, 2_678_400]);
  expect(['32d', '745h', 'for ever'].map(seconds)).toEqual([undefined, undefined, undefined]);
});
