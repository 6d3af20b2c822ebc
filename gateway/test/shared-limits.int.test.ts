import { Writable } from 'node:stream';
import { createLog } from '@satrangi/chassis';
import { startRedis } from '@satrangi/chassis/testing';
import { Redis } from 'ioredis';
import { expect, it, vi } from 'vitest';
import { openSharedLimits } from '../src/rate-limit/redis-rate-limit-store.ts';
import { createSharedCounts } from '../src/rate-limit/shared-counts.ts';
import { openEventStream } from './event-stream-client.ts';
import { type Fixture, startFixture } from './fixture.ts';

const redis = await startRedis();
await redis?.kill();

const waitOptions = { timeout: 15_000, interval: 100 };
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A test of one window must not begin at its end. */
const untilMinuteIsYoung = async (): Promise<void> => {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 20_000) await pause(left);
};

/** Two gateways that are connected to one Redis of their own. */
const startTwo = async (env: Record<string, string>) => {
  await using cleanup = new AsyncDisposableStack();
  const shared = await startRedis();
  cleanup.defer(() => shared?.kill() ?? Promise.resolve());
  const options = { REDIS_URL: shared?.url ?? '', REDIS_PREFIX: 'shared:', ...env };
  const one = cleanup.use(await startFixture(options));
  const two = cleanup.use(await startFixture(options));
  await using client = {
    redis: new Redis(shared?.url ?? ''),
    [Symbol.asyncDispose]: async () => client.redis.disconnect(),
  };
  await vi.waitFor(async () => {
    const list = String(await client.redis.client('LIST'));
    expect(list.match(/name=gateway-limits/g)).toHaveLength(2);
  }, waitOptions);
  const owned = cleanup.move();
  return {
    one,
    two,
    killRedis: async () => shared?.kill(),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};

const streamAt = async (fixture: Fixture) => {
  const stream = await openEventStream(`${fixture.gateway.url}/api/updates/stream`);
  if (stream.status !== 200) stream.close();
  return stream;
};

it.skipIf(!redis)(
  'two gateways share the limit of cheap reads; without Redis each counts alone',
  async () => {
    await using fixtures = await startTwo({ LIMIT_CHEAP_PER_MINUTE: '200' });
    const { one, two } = fixtures;
    for (const { services } of [one, two])
      services.catalog.answer = (_request, response) => void response.end('{}');
    await untilMinuteIsYoung();
    // kept answers are not counted
    let reads = 0;
    const unreadPath = (): string => {
      reads += 1;
      return `/api/ebooks/${reads}`;
    };
    const allowedOf = async (rounds: number): Promise<number> => {
      let allowed = 0;
      for (let round = 0; round < rounds; round += 1) {
        const answers = await Promise.all(
          [one, two].flatMap((fixture) => Array.from({ length: 10 }, () => fixture.get(unreadPath()))),
        );
        allowed += answers.filter(({ status }) => status === 200).length;
        // counts are exchanged every 50 ms
        await pause(100);
      }
      return allowed;
    };

    const together = await allowedOf(25);
    await fixtures.killRedis();
    const { status } = await one.get(unreadPath());

    expect(together).toBeGreaterThanOrEqual(200);
    expect(together).toBeLessThanOrEqual(250);
    expect(status).toBe(429);
  },
);

it.skipIf(!redis)(
  'two gateways share the limit of open streams, and give a closed one to each other',
  async () => {
    await using fixtures = await startTwo({ STREAMS_PER_ADDRESS: '4' });
    const { one, two } = fixtures;
    const open = [await streamAt(one), await streamAt(one), await streamAt(one), await streamAt(two)];
    const refused = [await streamAt(two), await streamAt(one)];

    expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(refused.map(({ status }) => status)).toEqual([429, 429]);

    open[0]?.close();
    const next = await vi.waitFor(async () => {
      const stream = await streamAt(two);
      expect(stream.status).toBe(200);
      return stream;
    }, waitOptions);
    expect((await streamAt(one)).status).toBe(429);

    await fixtures.killRedis();
    const alone = await vi.waitFor(async () => {
      const stream = await streamAt(one);
      expect(stream.status).toBe(200);
      return stream;
    }, waitOptions);
    for (const stream of [...open, next, alone]) stream.close();
  },
);

it.skipIf(!redis)('the streams of a killed gateway are forgotten', async () => {
  const shared = await startRedis();
  const client = new Redis(shared?.url ?? '');
  const mine = createSharedCounts(client, 'limits:', 'mine');
  await client.hset('limits:streams:a', 'killed', '5:1000', 'running', `3:${Date.now() + 60_000}`);

  expect(await mine.setStreams('a', 1)).toBe(3);
  expect(Object.keys(await client.hgetall('limits:streams:a')).sort()).toEqual(['mine', 'running']);
  expect(await mine.setStreams('a', 0)).toBe(3);
  expect(Object.keys(await client.hgetall('limits:streams:a'))).toEqual(['running']);

  client.disconnect();
  await shared?.kill();
});

it.skipIf(!redis)(
  'a gateway logs once that it counts alone, and once that limits are shared again',
  async () => {
    const shared = await startRedis();
    const port = Number(new URL(shared?.url ?? '').port);
    const lines: string[] = [];
    const destination = new Writable({
      write: (line: Buffer, _encoding, done) => {
        lines.push(JSON.parse(line.toString()).msg);
        done();
      },
    });
    const log = createLog('gateway', 'info', destination);
    const limits = await openSharedLimits(shared?.url ?? '', 'limits:', log);
    await vi.waitFor(() => limits.counts.setStreams('a', 1), waitOptions);
    expect(lines).toEqual([]);

    await shared?.kill();
    await pause(1_500);
    expect(lines).toEqual(['redis is unavailable: this gateway counts rate limits alone']);

    const again = await startRedis(port);
    await vi.waitFor(() => expect(lines).toHaveLength(2), waitOptions);
    expect(lines[1]).toBe('rate limits are shared again');
    limits.close();
    await again?.kill();
  },
);
