import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createMemoryBroker } from '../src/bus/memory.ts';
import { on } from '../src/index.ts';
import { busFeatures, TEST_DELAYS_MS, TEST_QUEUES } from './bus.features.ts';
import { counted, newTestEvent, subscriptionTo } from './support.ts';

const declared = TEST_QUEUES.map((queue) => ({ queue, type: counted.type }));

const open = async (consumerTimeoutMs = 10_000) => {
  const parkedDir = await mkdtemp(join(tmpdir(), 'satrangi-parked-'));
  const options = { declared, parkedDir, consumerTimeoutMs, retryDelaysMs: TEST_DELAYS_MS };
  const broker = createMemoryBroker(options);
  return {
    join: async () => broker.connect(),
    /** Another process on the same disk. */
    restart: () => createMemoryBroker(options).connect(),
    inject: (type: string, text: string) => broker.inject(type, 'injected', text),
    [Symbol.asyncDispose]: () => rm(parkedDir, { recursive: true, force: true }),
  };
};

busFeatures('in-process', true, open);

it('a message without a consumer is rejected to its publisher', async () => {
  await using broker = await open(30);
  const bus = await broker.join();
  bus.subscribe(on(subscriptionTo(TEST_QUEUES[0]), async () => {}));

  await expect(bus.publish(newTestEvent(1))).rejects.toThrow('no consumer on library.count-again');
});

it('a message whose only consumer has stopped is rejected to its publisher at once', async () => {
  await using broker = await open(600_000);
  const [bus, leaving] = [await broker.join(), await broker.join()];
  for (const queue of TEST_QUEUES) leaving.subscribe(on(subscriptionTo(queue), async () => {}));
  await leaving.stopConsuming();

  await expect(bus.publish(newTestEvent(1))).rejects.toThrow('no consumer');
});

it('messages that wait for a consumer that stops are rejected to their publisher', async () => {
  await using broker = await open(600_000);
  const bus = await broker.join();
  bus.subscribe(on(subscriptionTo(TEST_QUEUES[0]), async () => {}));
  bus.subscribe(on(subscriptionTo(TEST_QUEUES[1]), () => new Promise(() => {})));
  const published = Array.from({ length: 200 }, (_, n) => bus.publish(newTestEvent(n)));
  const rejected = Promise.any(
    published.map((one) => one.then(() => Promise.reject(new Error('handled')), String)),
  );
  await bus.stopConsuming();

  expect(await rejected).toContain('no consumer on library.count');
});

it('a publish resolves only when every consumer is done', async () => {
  await using broker = await open();
  const bus = await broker.join();
  let done = false;
  bus.subscribe(
    on(subscriptionTo(TEST_QUEUES[0]), async () => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      done = true;
    }),
  );
  bus.subscribe(on(subscriptionTo(TEST_QUEUES[1]), async () => {}));

  await bus.publish(newTestEvent(1));

  expect(done).toBe(true);
});

it('parked messages survive the process', async () => {
  await using broker = await open();
  const bus = await broker.join();
  for (const queue of TEST_QUEUES)
    bus.subscribe(on(subscriptionTo(queue), async () => Promise.reject(new Error('never'))));
  await bus.publish(newTestEvent(3));
  const [restarted] = [broker.restart()];
  const seen: number[] = [];
  for (const queue of TEST_QUEUES)
    restarted.subscribe(on(subscriptionTo(queue), async ({ data }) => void seen.push(data.n)));

  const replayed = await restarted.parked.replay(TEST_QUEUES[0]);

  expect(replayed).toBe(1);
  await vi.waitFor(() => expect(seen).toEqual([3]));
});
