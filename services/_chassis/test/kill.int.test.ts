import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@satrangi/contracts';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { declaredQueues } from '../src/bus/open-bus.ts';
import { openRabbit } from '../src/bus/rabbit.ts';
import { createLog, on, RETRY_DELAYS_MS } from '../src/index.ts';
import {
  anEvent,
  childEnvironment,
  freePort,
  freshSuffix,
  TEST_INTERNAL_SECRET,
  testMongo,
} from '../src/testing/index.ts';
import { added, addedQueue, countingApi, countQueue, countRequested } from './fixtures/counting.ts';
import { AMQP_URL, brokerAdmin, hasAmqp, uniquePrefix } from './support.ts';

const main = fileURLToPath(new URL('./fixtures/counting-main.ts', import.meta.url));
const waitOptions = { timeout: 40_000, interval: 50 };
const children = new Set<ChildProcess>();
/** One topology for the whole file, because declaring it is slow. */
const prefix = uniquePrefix();
const queues = [countQueue.queue, addedQueue.queue, ...declaredQueues.map(({ queue }) => queue)];

afterAll(async () => {
  if (hasAmqp) await (await brokerAdmin(prefix, queues, RETRY_DELAYS_MS))[Symbol.asyncDispose]();
});

afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});

/** A service in its own process, a broker, and the ids of the events that the test received from it. */
const openFixture = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'satrangi-kill-'));
  const bus = openRabbit(AMQP_URL, {
    service: 'payments',
    log: createLog('payments', 'silent'),
    secret: TEST_INTERNAL_SECRET,
    prefix,
    queues: [countQueue, addedQueue].map(({ queue, event }) => ({ queue, type: event.type })),
  });
  const received: string[] = [];
  bus.subscribe(on(addedQueue, async (event) => void received.push(event.id)));
  await bus.ready();
  const port = await freePort();
  const env = {
    ...childEnvironment(),
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    PORT: String(port),
    MONGODB_URI: await testMongo(),
    DB_SUFFIX: freshSuffix(),
    AMQP_URL,
    AMQP_PREFIX: prefix,
    REDIS_URL: 'memory:',
    DATA_DIR: dataDir,
    IDENTITY_URL: 'http://127.0.0.1:9',
    INTERNAL_SECRET: TEST_INTERNAL_SECRET,
    STOP_WAIT_MS: '0',
  };
  const start = (more: Record<string, string> = {}): ChildProcess => {
    const child = spawn(process.execPath, [main], {
      env: { ...env, ...more },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    children.add(child);
    return child;
  };
  const url = `http://127.0.0.1:${port}`;
  const untilReady = (): Promise<void> =>
    vi.waitFor(async () => expect((await fetch(`${url}/health/ready`)).status).toBe(200), waitOptions);
  return {
    bus,
    received,
    start,
    url,
    untilReady,
    client: createClient(countingApi, { baseUrl: url }),
    [Symbol.asyncDispose]: async () => {
      await bus.close();
      // the next service has another database and must not receive these messages
      await using admin = await brokerAdmin(prefix, [], []);
      for (const { queue } of [countQueue, addedQueue]) await admin.channel.purgeQueue(`${prefix}${queue}`);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

describe.skipIf(!hasAmqp)('a service killed with SIGKILL', () => {
  it.each([
    'library.committed-before-publish',
    'chassis.published-before-confirm',
    'chassis.confirmed-before-mark',
    'library.published-before-mark',
  ])('at %s: the event of a write is published after the restart', async (failpoint) => {
    await using fixture = await openFixture();
    const killed = fixture.start({ FAILPOINT: failpoint });
    await fixture.untilReady();

    const died = once(killed, 'exit');
    await fixture.client.add({ params: { id: 'a' }, body: { n: 1 } }).catch(() => {});
    const [, signal] = await died;
    fixture.start();
    await fixture.untilReady();

    await vi.waitFor(() => expect(fixture.received.length).toBeGreaterThan(0), waitOptions);
    expect(signal).toBe('SIGKILL');
    expect(new Set(fixture.received).size).toBe(1);
    expect(await fixture.client.read({ params: { id: 'a' } })).toEqual({ n: 1 });
  });

  it.each(['library.received-before-commit', 'library.committed-before-ack'])(
    'at %s: a received message takes effect once',
    async (failpoint) => {
      await using fixture = await openFixture();
      const killed = fixture.start({ FAILPOINT: failpoint });
      await fixture.untilReady();

      const died = once(killed, 'exit');
      await fixture.bus.publish(anEvent(countRequested, { data: { id: 'a', n: 5 } }));
      const [, signal] = await died;
      fixture.start();
      await fixture.untilReady();

      await vi.waitFor(
        async () => expect((await fixture.client.read({ params: { id: 'a' } })).n).toBe(5),
        waitOptions,
      );
      await vi.waitFor(() => expect(new Set(fixture.received).size).toBe(1), waitOptions);
      await vi.waitFor(
        async () => expect(await fixture.bus.parked.count(countQueue.queue)).toBe(0),
        waitOptions,
      );
      expect(signal).toBe('SIGKILL');
      expect(await fixture.client.read({ params: { id: 'a' } })).toEqual({ n: 5 });
    },
  );

  it('a graceful stop loses no request and no message', async () => {
    await using fixture = await openFixture();
    const first = fixture.start({ HANDLER_MS: '150' });
    await fixture.untilReady();
    const events = Array.from({ length: 40 }, (_, n) =>
      anEvent(countRequested, { data: { id: `e${n}`, n: 1 } }),
    );
    await Promise.all(events.map((event) => fixture.bus.publish(event)));
    const request = fixture.client.add({ params: { id: 'a' }, body: { n: 1 } });
    await new Promise((resolve) => setTimeout(resolve, 50));

    const ended = once(first, 'exit');
    first.kill('SIGTERM');
    const answer = await request;
    const [code] = await ended;
    fixture.start();
    await fixture.untilReady();

    await vi.waitFor(() => expect(new Set(fixture.received).size).toBe(41), waitOptions);
    expect(answer).toEqual({ created: true });
    expect(code).toBe(0);
    expect(added.type).toBe('library.counter-added.v1');
  });
});
