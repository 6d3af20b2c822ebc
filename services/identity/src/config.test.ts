// The lifetime of a session.
import { expect, it } from 'vitest';
import { IdentityConfig } from './config.ts';

it('a session lasts 7 days by default, and never longer than services store revocations (IDN-35)', () => {
  const seconds = (JWT_TTL?: string) => IdentityConfig.safeParse({ JWT_TTL }).data?.JWT_TTL;

  expect([undefined, '12h', '31d'].map(seconds)).toEqual([604_800, 43_200, 2_678_400]);
  expect(['32d', '745h', 'for ever'].map(seconds)).toEqual([undefined, undefined, undefined]);
});
