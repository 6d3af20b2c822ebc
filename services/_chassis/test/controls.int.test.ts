import { expect, it, vi } from 'vitest';
import type { AggregateFields } from '../src/index.ts';
import { on } from '../src/index.ts';
import { anEvent } from '../src/testing/index.ts';
import { countingApi, countRequested } from './fixtures/counting.ts';
import { counted, newTestEvent, subscriptionTo } from './support.ts';

/** Negative controls: each safety mechanism is removed once (decision 0055); its guarantee must then fail. */
const nothing = '';
const query = (mutation: string): string => (mutation ? `?mutations=${mutation}` : '');

const bootWithout = async (mutation: string) => {
  const testing: typeof import('../src/testing/index.ts') = await import(
    /* @vite-ignore */ `../src/testing/index.ts${query(mutation)}`
  );
  const { counting }: typeof import('./fixtures/counting.ts') = await import(
    /* @vite-ignore */ `./fixtures/counting.ts${query(mutation)}`
  );
  return testing.bootService(counting);
};

const brokerWithout = async (
  mutation: string,
  options: { consumerTimeoutMs: number; retryDelaysMs?: number[] },
) => {
  const memory: typeof import('../src/bus/memory.ts') = await import(
    /* @vite-ignore */ `../src/bus/memory.ts${query(mutation)}`
  );
  return memory.createMemoryBroker({
    ...options,
    declared: [{ queue: 'library.count', type: counted.type }],
  });
};

it('without deduplication an event that is delivered twice counts twice', async () => {
  const count = async (mutation: string): Promise<number | null> => {
    await using booted = await bootWithout(mutation);
    const event = anEvent(countRequested, { data: { id: 'a', n: 5 } });
    await booted.deliver(event);
    await booted.deliver(event);
    return (await booted.as('visitor', countingApi).read({ params: { id: 'a' } })).n;
  };

  expect([await count(nothing), await count('inbox')]).toEqual([5, 10]);
});

it('without the outbox an event is published although its write did not happen', async () => {
  const published = async (mutation: string): Promise<number> => {
    await using booted = await bootWithout(mutation);
    const { add } = booted.as('visitor', countingApi);
    await add({ params: { id: 'a' }, body: { n: 1 } });
    await add({ params: { id: 'a' }, body: { n: 2 } });
    return (await booted.publishedEvents()).length;
  };

  expect([await published(nothing), await published('outbox')]).toEqual([1, 2]);
});

it('without the relay a row that a crash left is never published', async () => {
  const leftAfterStart = async (mutation: string): Promise<number> => {
    await using booted = await bootWithout(mutation);
    const { store } = booted.internals;
    const row = { id: 'r', write: 'w', kind: 'event', body: newTestEvent(1) } as const;
    await store.connection
      .collection<{ _id: string; n: number } & AggregateFields>('counters')
      .insertOne({ _id: 'left', n: 1, outbox: [row], outboxDue: new Date(0) });
    store.relay.wake();
    if (mutation === nothing)
      await vi.waitFor(async () => expect(await store.relay.depth()).toBe(0), { timeout: 15_000 });
    return store.relay.depth();
  };

  expect([await leftAfterStart(nothing), await leftAfterStart('relay')]).toEqual([0, 1]);
});

it('with an ack before the commit, a message whose handler hangs is confirmed to its publisher', async () => {
  const outcome = async (mutation: string): Promise<string> => {
    const broker = await brokerWithout(mutation, { retryDelaysMs: [5], consumerTimeoutMs: 30 });
    const bus = broker.connect();
    const stuck = Promise.withResolvers<void>();
    bus.subscribe(on(subscriptionTo('library.count'), () => stuck.promise));
    const late = new Promise<string>((resolve) => setTimeout(resolve, 50, 'kept by its publisher'));
    return Promise.race([bus.publish(newTestEvent(1)).then(() => 'acknowledged'), late]);
  };

  expect([await outcome(nothing), await outcome('ack-after-commit')]).toEqual([
    'kept by its publisher',
    'acknowledged',
  ]);
});

it('without the check of returns a message that no queue takes counts as sent', async () => {
  const outcome = async (mutation: string): Promise<string> => {
    const bus = (await brokerWithout(mutation, { consumerTimeoutMs: 20 })).connect();
    return bus.publish(newTestEvent(1)).then(
      () => 'sent',
      () => 'kept',
    );
  };

  expect([await outcome(nothing), await outcome('return-handling')]).toEqual(['kept', 'sent']);
});
