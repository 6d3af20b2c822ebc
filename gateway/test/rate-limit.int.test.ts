import { startRedis } from '@satrangi/chassis/testing';
import { expect, it, vi } from 'vitest';
import { publishSigningKeys } from './event-stream-client.ts';
import { type Fixture, startFixture } from './fixture.ts';

const redis = await startRedis();
await redis?.kill();

const statusesOf = async (fixtures: readonly Fixture[], calls: number): Promise<number[]> => {
  const statuses: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const fixture = fixtures[call % fixtures.length];
    if (fixture) statuses.push((await fixture.get('/api/payments/orders/o1')).status);
  }
  return statuses;
};
const refusedIn = (statuses: readonly number[]): number => statuses.filter((status) => status === 429).length;

it.skipIf(!redis)(
  'two gateways share rate limits in Redis; without Redis each counts alone and requests do not wait (GTW-19)',
  async () => {
    const shared = await startRedis();
    const env = { REDIS_URL: shared?.url ?? '', REDIS_PREFIX: 'limits:', LIMIT_PER_MINUTE: '20' };
    await using one = await startFixture(env);
    await using two = await startFixture(env);
    // both must be connected to Redis before anything is counted; another rate class shows it
    await vi.waitFor(async () => {
      const answer = await one.get('/api/geo/ip');
      expect(answer.headers.get('ratelimit') ?? answer.headers.get('ratelimit-policy')).toBeTruthy();
    });
    await new Promise((resolve) => setTimeout(resolve, 500));

    const together = await statusesOf([one, two], 40);
    await shared?.kill();
    const alone = await statusesOf([one, two], 60);

    expect(refusedIn(together)).toBe(20);
    expect(alone.every((status) => status === 200 || status === 429)).toBe(true);
    expect(refusedIn(alone)).toBeGreaterThanOrEqual(20);
  },
);

it('rate limits hold without Redis (GTW-19)', async () => {
  await using fixture = await startFixture({ REDIS_URL: 'redis://127.0.0.1:1', LIMIT_PER_MINUTE: '5' });

  expect(await statusesOf([fixture], 7)).toEqual([200, 200, 200, 200, 200, 429, 429]);
});

it('guesses of gift codes share the rate limit of logins, before and after a login (decision 0155)', async () => {
  await using fixture = await startFixture({ LIMIT_LOGIN_PER_MINUTE: '4' });
  const { bearerOf } = await publishSigningKeys(fixture.services.identity);
  const guess = async (way: 'preview' | 'redeem') => {
    const response = await fetch(`${fixture.gateway.url}/api/payments/gifts/${way}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearerOf('asha') },
      body: JSON.stringify({ code: '0000-0000-0000-0000' }),
    });
    return [response.status, response.headers.get('retry-after')];
  };

  const answers = [];
  for (const way of ['preview', 'redeem', 'preview', 'redeem', 'preview', 'redeem'] as const)
    answers.push(await guess(way));

  expect(answers).toEqual([...Array<unknown>(4).fill([200, null]), [429, '60'], [429, '60']]);
  expect(fixture.services.payments.requests).toHaveLength(4);
});
