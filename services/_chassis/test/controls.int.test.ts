import { afterEach, expect, it, vi } from 'vitest';
import { createMemoryBroker } from '../src/bus/memory.ts';
import { type AggregateFields, on } from '../src/index.ts';
import { safety, setSafety } from '../src/safety.ts';
import { anEvent, bootService } from '../src/testing/index.ts';
import { asked, counting, countingApi } from './fixtures/counting.ts';
import { counted, listensFor, newTestEvent } from './support.ts';

/** Each safety part is switched off once: what it protects must then break, or its tests prove nothing. */
afterEach(() => setSafety('', 'test'));

const count = async (off: string): Promise<number | null> => {
  await using booted = await bootService(counting, { env: { SAFETY_OFF: off } });
  const event = anEvent(asked, { data: { id: 'a', n: 5 } });
  await booted.deliver(event);
  await booted.deliver(event);
  return (await booted.as('visitor', countingApi).read({ params: { id: 'a' } })).n;
};

it('without the inbox an event heard twice counts twice', async () => {
  expect([await count(''), await count('inbox')]).toEqual([5, 10]);
});

it('without the outbox a write that does not happen is said all the same', async () => {
  const saidBy = async (off: string): Promise<number> => {
    await using booted = await bootService(counting, { env: { SAFETY_OFF: off } });
    const { add } = booted.as('visitor', countingApi);
    await add({ params: { id: 'a' }, body: { n: 1 } });
    await add({ params: { id: 'a' }, body: { n: 2 } });
    return (await booted.announced()).length;
  };

  expect([await saidBy(''), await saidBy('outbox')]).toEqual([1, 2]);
});

it('without the relay what a crash left behind is never said', async () => {
  const saidBy = async (off: string): Promise<number> => {
    await using booted = await bootService(counting, { env: { SAFETY_OFF: off } });
    const { store } = booted.inside;
    const row = { id: 'r', write: 'w', kind: 'event', body: newTestEvent(1) } as const;
    await store.connection
      .collection<{ _id: string; n: number } & AggregateFields>('counters')
      .insertOne({ _id: 'left', n: 1, outbox: [row], outboxDue: new Date(0) });
    store.relay.wake();
    if (off === '')
      await vi.waitFor(async () => expect(await store.relay.depth()).toBe(0), { timeout: 15_000 });
    return store.relay.depth();
  };

  expect([await saidBy(''), await saidBy('relay')]).toEqual([0, 1]);
});

it('acknowledged before the commit, a message that fails is gone', async () => {
  const triedBy = async (off: string): Promise<string> => {
    setSafety(off, 'test');
    const broker = createMemoryBroker({ retryDelaysMs: [5], patienceMs: 30 });
    const bus = broker.connect();
    const stuck = Promise.withResolvers<void>();
    bus.subscribe(on(listensFor('library.count'), () => stuck.promise));
    const late = new Promise<string>((resolve) => setTimeout(resolve, 50, 'still kept by its publisher'));
    return Promise.race([bus.publish(newTestEvent(1)).then(() => 'forgotten by its publisher'), late]);
  };

  expect([await triedBy(''), await triedBy('ack-after-commit')]).toEqual([
    'still kept by its publisher',
    'forgotten by its publisher',
  ]);
});

it('without looking at returns a message nobody takes counts as sent', async () => {
  const sentBy = (off: string): Promise<string> => {
    setSafety(off, 'test');
    const declared = [{ queue: 'library.count', type: counted.type }];
    const bus = createMemoryBroker({ declared, patienceMs: 20 }).connect();
    return bus.publish(newTestEvent(1)).then(
      () => 'sent',
      () => 'kept',
    );
  };

  expect([await sentBy(''), await sentBy('return-handling')]).toEqual(['kept', 'sent']);
});

it('no switch works outside of tests', () => {
  setSafety('inbox', 'production');

  expect(safety.inbox()).toBe(true);
});
