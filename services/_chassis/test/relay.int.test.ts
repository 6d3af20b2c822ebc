import type { AnyEvent, LiveMessage } from '@satrangi/contracts';
import { expect, it, vi } from 'vitest';
import { createLog, Schema } from '../src/index.ts';
import { openStore } from '../src/store/store.ts';
import { freshSuffix, testMongo } from '../src/testing/index.ts';
import { newTestEvent } from './support.ts';

type Counter = { _id: string; n: number; name?: string };
const counterSchema = new Schema<Counter>({ _id: String, n: Number, name: String }, { versionKey: false });
counterSchema.index({ name: 1 }, { unique: true, sparse: true });

const calm = { timeout: 15_000, interval: 20 };

/** A store whose ways out can be shut. */
const openCounters = async (database = `test${freshSuffix()}`) => {
  const sent: AnyEvent[] = [];
  const said: LiveMessage[] = [];
  const doors = { broker: true, live: true };
  const store = openStore({
    uri: await testMongo(),
    database,
    service: 'library',
    log: createLog('library', 'silent'),
    busUp: () => doors.broker,
    publish: async (event) => {
      await new Promise((resolve) => setImmediate(resolve));
      if (!doors.broker) throw new Error('broker down');
      sent.push(event);
    },
    say: async ({ message }) => {
      if (!doors.live) throw new Error('live log down');
      said.push(message);
    },
  });
  const counters = store.kit.aggregate<Counter>('counters', counterSchema);
  await store.connect(AbortSignal.timeout(10_000));
  store.relay.start();
  store.worker.start();
  return {
    database,
    store,
    counters,
    sent,
    said,
    doors,
    numbers: () => sent.map(({ data }) => (data as { n: number }).n),
    waiting: () => store.relay.depth(),
    [Symbol.asyncDispose]: async () => {
      await store.worker.stop();
      await store.relay.stop();
      await store.close();
    },
  };
};

it('what a write says leaves once the write stands, and nothing of it stays behind', async () => {
  await using at = await openCounters();

  await at.counters.create({ _id: 'a', n: 1 }, { events: [newTestEvent(1)], live: [live('a')] });
  await at.counters.change({ _id: 'a' }, { $inc: { n: 1 } }, { events: [newTestEvent(2)] });

  await vi.waitFor(async () => expect(await at.waiting()).toBe(0), calm);
  expect(at.numbers()).toEqual([1, 2]);
  expect(at.said).toEqual([{ type: 'ebook-updated', id: 'a' }]);
  expect(await at.store.connection.collection('counters').findOne({})).toEqual({ _id: 'a', n: 2 });
});

const live = (id: string) => ({
  message: { type: 'ebook-updated', id },
  audience: { to: 'everyone' } as const,
});

it('a write that does not happen says nothing', async () => {
  await using at = await openCounters();
  await at.counters.create({ _id: 'a', n: 1, name: 'one' });

  const again = await at.counters.create({ _id: 'a', n: 9 }, { events: [newTestEvent(9)] });
  const sameName = await at.counters.create({ _id: 'b', n: 9, name: 'one' }, { events: [newTestEvent(9)] });
  const nothing = await at.counters.change(
    { _id: 'a', n: 5 },
    { $set: { n: 9 } },
    { events: [newTestEvent(9)] },
  );
  const taken = await at.counters.change(
    { _id: 'c' },
    { $set: { n: 9, name: 'one' } },
    { events: [newTestEvent(9)], upsert: true },
  );
  await at.store.relay.flush();

  expect([again, sameName, nothing, taken]).toEqual([false, false, null, null]);
  expect(at.sent).toEqual([]);
});

it('keeps everything while the broker is away, and sends it in order when it is back', async () => {
  await using at = await openCounters();
  at.doors.broker = false;
  for (let n = 0; n < 5; n += 1)
    await at.counters.change({ _id: 'a' }, { $inc: { n: 1 } }, { upsert: true, events: [newTestEvent(n)] });
  await Promise.all(
    Array.from({ length: 500 }, (_, n) =>
      at.counters.create({ _id: `x${n}`, n }, { events: [newTestEvent(1_000 + n)] }),
    ),
  );
  const kept = await at.waiting();

  at.doors.broker = true;
  at.store.relay.wake();

  await vi.waitFor(async () => expect(await at.waiting()).toBe(0), calm);
  expect(kept).toBe(501);
  expect(at.numbers().filter((n) => n < 1_000)).toEqual([0, 1, 2, 3, 4]);
  expect(new Set(at.numbers()).size).toBe(505);
});

it('a later event of a document does not overtake one that failed', async () => {
  await using at = await openCounters();
  await at.counters.create({ _id: 'a', n: 0 });
  at.doors.broker = false;
  await at.counters.change({ _id: 'a' }, { $inc: { n: 1 } }, { events: [newTestEvent(1)] });
  at.doors.broker = true;

  await at.counters.change({ _id: 'a' }, { $inc: { n: 1 } }, { events: [newTestEvent(2)] });

  await vi.waitFor(async () => expect(await at.waiting()).toBe(0), calm);
  expect(at.numbers()).toEqual([1, 2]);
});

it('what another process has sent is no longer remembered as waiting here', async () => {
  const database = `test${freshSuffix()}`;
  await using cutOff = await openCounters(database);
  await using neighbour = await openCounters(database);
  cutOff.doors.broker = false;
  for (let n = 0; n < 20; n += 1)
    await cutOff.counters.create({ _id: `c${n}`, n }, { events: [newTestEvent(n)] });
  const before = cutOff.store.relay.behind();

  await vi.waitFor(async () => {
    await neighbour.store.relay.flush();
    expect(await neighbour.waiting()).toBe(0);
  }, calm);

  await vi.waitFor(async () => {
    await cutOff.store.relay.flush();
    expect(cutOff.store.relay.behind()).toBe(0);
  }, calm);
  expect(before).toBe(20);
  expect(new Set(neighbour.numbers()).size).toBe(20);
});

it('a live log that is away holds up no event, and hears later', async () => {
  await using at = await openCounters();
  at.doors.live = false;
  await at.counters.create({ _id: 'a', n: 0 }, { events: [newTestEvent(1)], live: [live('a')] });
  await at.counters.change({ _id: 'a' }, { $inc: { n: 1 } }, { events: [newTestEvent(2)] });
  await vi.waitFor(() => expect(at.numbers()).toEqual([1, 2]), calm);
  const before = [...at.said];

  at.doors.live = true;
  at.store.relay.wake();

  await vi.waitFor(() => expect(at.said).toHaveLength(1), calm);
  expect(before).toEqual([]);
  await vi.waitFor(async () => expect(await at.waiting()).toBe(0), calm);
  expect(at.numbers()).toEqual([1, 2]);
});

it('what a process left behind is sent by the next one', async () => {
  const database = `test${freshSuffix()}`;
  {
    await using gone = await openCounters(database);
    gone.doors.broker = false;
    await gone.counters.create({ _id: 'a', n: 0 }, { events: [newTestEvent(1), newTestEvent(2)] });
  }

  await using next = await openCounters(database);

  await vi.waitFor(() => expect(next.numbers()).toEqual([1, 2]), calm);
});

it('two processes on one store lose nothing and both drain', async () => {
  await using left = await openCounters();
  await using right = await openCounters(left.database);

  await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      (n % 2 ? left : right).counters.change(
        { _id: `d${n % 10}` },
        { $inc: { n: 1 } },
        { upsert: true, events: [newTestEvent(n)] },
      ),
    ),
  );

  await vi.waitFor(async () => expect(await left.waiting()).toBe(0), calm);
  expect(new Set([...left.numbers(), ...right.numbers()]).size).toBe(200);
});

it('an event heard twice at once changes a document once, also when it makes the document', async () => {
  await using at = await openCounters();
  const changes = await Promise.all(
    Array.from({ length: 20 }, () =>
      at.counters.change(
        { _id: 'a' },
        { $inc: { n: 1 } },
        { applied: 'event-1', upsert: true, events: [newTestEvent(1)] },
      ),
    ),
  );

  await at.store.relay.flush();

  expect(changes.filter((after) => after !== null)).toHaveLength(1);
  expect(await at.counters.model.findById('a').lean()).toEqual({ _id: 'a', n: 1 });
  expect(at.numbers()).toEqual([1]);
});

it('parallel changes of one document lose no event', async () => {
  await using at = await openCounters();

  await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      at.counters.change({ _id: 'a' }, { $inc: { n: 1 } }, { upsert: true, events: [newTestEvent(n)] }),
    ),
  );

  await vi.waitFor(async () => expect(await at.waiting()).toBe(0), calm);
  expect((await at.counters.model.findById('a').lean())?.n).toBe(100);
  expect(new Set(at.numbers()).size).toBe(100);
});

it('a change by pipeline says its events too', async () => {
  await using at = await openCounters();
  await at.counters.create({ _id: 'a', n: 2 });

  const after = await at.counters.change(
    { _id: 'a' },
    [{ $set: { n: { $multiply: ['$n', 10] }, name: '$_id' } }],
    { applied: 'event-1', events: [newTestEvent(20)] },
  );
  const again = await at.counters.change({ _id: 'a' }, [{ $set: { n: 0 } }], { applied: 'event-1' });
  await at.store.relay.flush();

  expect(after).toMatchObject({ n: 20, name: 'a' });
  expect(again).toBeNull();
  expect(at.numbers()).toEqual([20]);
});

it('a removal says so, and leaves nothing', async () => {
  await using at = await openCounters();
  await at.counters.create({ _id: 'a', n: 1 });

  const gone = await at.counters.remove({ _id: 'a' }, { events: [newTestEvent(-1)], live: [live('a')] });
  const again = await at.counters.remove({ _id: 'a' }, { events: [newTestEvent(-2)] });

  await vi.waitFor(async () => expect(await at.waiting()).toBe(0), calm);
  expect([gone, again]).toEqual([{ _id: 'a', n: 1 }, null]);
  expect(at.numbers()).toEqual([-1]);
  expect(await at.store.connection.collection('departures').countDocuments()).toBe(0);
});

it('a removal that was wished before a crash happens and is said after it', async () => {
  await using at = await openCounters();
  await at.counters.create({ _id: 'a', n: 1 });
  const remove = {
    id: 'r',
    write: 'w',
    kind: 'remove',
    body: { collection: 'counters', filter: '{"_id":"a"}' },
  };
  const event = { id: 'e', write: 'w', kind: 'event', body: newTestEvent(-1) };

  await at.store.connection
    .collection<{ _id: string }>('departures')
    .insertOne({ _id: 'wish', outbox: [remove, event], outboxDue: new Date(0) } as never);
  at.store.relay.wake();

  await vi.waitFor(() => expect(at.numbers()).toEqual([-1]), calm);
  expect(await at.counters.model.countDocuments()).toBe(0);
});

it('outside work is done once for its key, again after a failure, and its data is forgotten', async () => {
  await using at = await openCounters();
  const done: string[] = [];
  let healthy = false;
  at.store.kit.worker('receipt', async (data, key) => {
    if (!healthy) throw new Error('mail server down');
    done.push(`${key} ${(data as { to: string }).to}`);
  });
  const work = [{ kind: 'receipt', key: 'o1', data: { to: 'asha' } }];
  await at.counters.create({ _id: 'a', n: 1 }, { work });
  await at.counters.change({ _id: 'a' }, { $inc: { n: 1 } }, { work });
  await at.store.relay.flush();
  await at.store.worker.flush();

  healthy = true;
  await at.store.worker.flush();
  await at.counters.change({ _id: 'a' }, { $inc: { n: 1 } }, { work });
  await at.store.relay.flush();
  await at.store.worker.flush();

  expect(done).toEqual(['o1 asha']);
  const [kept] = await at.store.connection.collection('outside_work').find({}).toArray();
  expect(kept).not.toHaveProperty('data');
});

it('remembers no more than a thousand applied events of a document', async () => {
  await using at = await openCounters();
  await at.counters.create({ _id: 'a', n: 0 });
  for (let n = 0; n < 1_010; n += 1)
    await at.counters.change({ _id: 'a' }, { $inc: { n: 1 } }, { applied: `e${n}` });

  const kept = await at.counters.model.findById('a').select('+applied').lean();

  expect(kept?.applied).toHaveLength(1_000);
  expect(kept?.applied?.at(-1)?.id).toBe('e1009');
});
