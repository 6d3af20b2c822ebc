import { startRedis } from '@satrangi/chassis/testing';
import { expect, it, vi } from 'vitest';
import { startWorld, type World } from './fixture.ts';

const redis = await startRedis();
await redis?.kill();

const statusesOf = async (worlds: readonly World[], calls: number): Promise<number[]> => {
  const statuses: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const world = worlds[call % worlds.length];
    if (world) statuses.push((await world.get('/api/payments/orders/o1')).status);
  }
  return statuses;
};
const refusedIn = (statuses: readonly number[]): number => statuses.filter((status) => status === 429).length;

it.skipIf(!redis)(
  'two gateways count together in Redis; while it is away each counts for itself, and nobody waits (GTW-19)',
  async () => {
    const shared = await startRedis();
    const env = { REDIS_URL: shared?.url ?? '', REDIS_PREFIX: 'limits:', LIMIT_PER_MINUTE: '20' };
    await using one = await startWorld(env);
    await using two = await startWorld(env);
    // both must have found Redis before anything is counted; another class of calls tells
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

it('with a Redis that never answers the limits hold all the same (GTW-19)', async () => {
  await using world = await startWorld({ REDIS_URL: 'redis://127.0.0.1:1', LIMIT_PER_MINUTE: '5' });

  expect(await statusesOf([world], 7)).toEqual([200, 200, 200, 200, 200, 429, 429]);
});
