import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createMemoryBroker } from '../src/bus/memory.ts';
import { on } from '../src/index.ts';
import { busFeatures, TEST_DELAYS_MS, TEST_QUEUES } from './bus.features.ts';
import { counted, listensFor, newTestEvent } from './support.ts';

const declared = TEST_QUEUES.map((queue) => ({ queue, type: counted.type }));

const open = async (patienceMs = 10_000) => {
  const parkedDir = await mkdtemp(join(tmpdir(), 'satrangi-parked-'));
  const options = { declared, parkedDir, patienceMs, retryDelaysMs: TEST_DELAYS_MS };
  const broker = createMemoryBroker(options);
  return {
    join: async () => broker.connect(),
    /** The same disk, another process. */
    restart: () => createMemoryBroker(options).connect(),
    inject: (type: string, text: string) => broker.inject(type, 'injected', text),
    [Symbol.asyncDispose]: () => rm(parkedDir, { recursive: true, force: true }),
  };
};

busFeatures('in-process', true, open);

it('a message nobody listens to is handed back to its publisher', async () => {
  await using broker = await open(30);
  const bus = await broker.join();
  bus.subscribe(on(listensFor(TEST_QUEUES[0]), async () => {}));

  await expect(bus.publish(newTestEvent(1))).rejects.toThrow('nobody listens on library.count-again');
});

it('a message whose only listener has stopped is handed back, too: nobody waits for it for ever', async () => {
  await using broker = await open(30);
  const [bus, leaving] = [await broker.join(), await broker.join()];
  for (const queue of TEST_QUEUES) leaving.subscribe(on(listensFor(queue), async () => {}));
  await leaving.stopConsuming();

  await expect(bus.publish(newTestEvent(1))).rejects.toThrow('nobody listens');
});

it('a publish is settled only when every listener is done', async () => {
  await using broker = await open();
  const bus = await broker.join();
  let done = false;
  bus.subscribe(
    on(listensFor(TEST_QUEUES[0]), async () => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      done = true;
    }),
  );
  bus.subscribe(on(listensFor(TEST_QUEUES[1]), async () => {}));

  await bus.publish(newTestEvent(1));

  expect(done).toBe(true);
});

it('parked messages outlive the process', async () => {
  await using broker = await open();
  const bus = await broker.join();
  for (const queue of TEST_QUEUES)
    bus.subscribe(on(listensFor(queue), async () => Promise.reject(new Error('never'))));
  await bus.publish(newTestEvent(3));
  const [reborn] = [broker.restart()];
  const seen: number[] = [];
  for (const queue of TEST_QUEUES)
    reborn.subscribe(on(listensFor(queue), async ({ data }) => void seen.push(data.n)));

  const replayed = await reborn.parked.replay(TEST_QUEUES[0]);

  expect(replayed).toBe(1);
  await vi.waitFor(() => expect(seen).toEqual([3]));
});
