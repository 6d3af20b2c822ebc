import { startRedis } from '@satrangi/chassis/testing';
import { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import { createRequestLeases, type LeaseOptions } from '../src/rate-limit/request-leases.ts';

const probe = await startRedis();
await probe?.kill();

/** A Redis of its own, and leases of gateways that share it. */
const openRedis = async () => {
  const server = await startRedis();
  const redis = new Redis(server?.url ?? '');
  const leasesOf = (options: Partial<LeaseOptions> = {}) =>
    createRequestLeases({
      redis,
      prefix: 'leases:',
      limit: 1_000,
      windowMs: 60_000,
      now: () => performance.now(),
      ...options,
    });
  return {
    leasesOf,
    /** Scripts that Redis has run. */
    scripts: async (): Promise<number> =>
      Number(/cmdstat_eval:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1] ?? 0),
    [Symbol.asyncDispose]: async () => {
      redis.disconnect();
      await server?.kill();
    },
  };
};

const ADDRESS = '192.0.2.7';

it.skipIf(!probe)(
  'gateways never give a number twice, and allow the whole limit but what is leased',
  async () => {
    await using shared = await openRedis();
    const gateways = [shared.leasesOf(), shared.leasesOf(), shared.leasesOf()];
    const numbers: number[] = [];
    for (let round = 0; round < 25; round += 1) {
      const answers = await Promise.all(
        gateways.flatMap(({ take }) => Array.from({ length: 20 }, () => take(ADDRESS))),
      );
      numbers.push(...answers.map(({ totalHits }) => totalHits));
    }
    const allowed = numbers.filter((number) => number <= 1_000);

    expect(numbers).toHaveLength(1_500);
    expect(new Set(numbers).size).toBe(numbers.length);
    // each gateway holds at most a fiftieth of the limit
    expect(allowed.length).toBeGreaterThanOrEqual(940);
  },
);

it.skipIf(!probe)('one gateway gives every number in turn; a busy address takes few commands', async () => {
  await using shared = await openRedis();
  const { take } = shared.leasesOf();
  const numbers: number[] = [];
  for (let request = 0; request < 500; request += 1) numbers.push((await take(ADDRESS)).totalHits);

  expect(numbers).toEqual(Array.from({ length: 500 }, (_, index) => index + 1));
  expect(await shared.scripts()).toBeLessThan(60);
});

it.skipIf(!probe)(
  'a window ends for all gateways at the same time, with what they have leased in it',
  async () => {
    await using shared = await openRedis();
    const [one, two] = [shared.leasesOf({ windowMs: 500 }), shared.leasesOf({ windowMs: 500 })];
    for (let request = 0; request < 40; request += 1) await one.take(ADDRESS);
    const later = (await two.take(ADDRESS)).totalHits;
    await new Promise((resolve) => setTimeout(resolve, 600));
    const first = await two.take(ADDRESS);
    const second = await one.take(ADDRESS);

    expect(later).toBeGreaterThan(40);
    expect([first.totalHits, second.totalHits]).toEqual([1, 2]);
    expect(second.resetTime?.getTime()).toBeGreaterThan(Date.now());
  },
);

it.skipIf(!probe)('addresses are counted apart, and one that is reset begins again', async () => {
  await using shared = await openRedis();
  const { take, reset } = shared.leasesOf();
  await take(ADDRESS);
  await take(ADDRESS);

  expect((await take('192.0.2.8')).totalHits).toBe(1);
  await reset(ADDRESS);
  expect((await take(ADDRESS)).totalHits).toBe(1);
});
