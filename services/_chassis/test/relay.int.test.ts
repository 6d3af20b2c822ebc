import { expect, it, vi } from 'vitest';
import { freshSuffix } from '../src/testing/index.ts';
import { liveMessage, openCounters, waitOptions } from './counters.ts';
import { newTestEvent } from './support.ts';

it('outbox rows of a write are delivered after it and removed', async () => {
  await using fixture = await openCounters();

  await fixture.counters.create({ _id: 'a', n: 1 }, { events: [newTestEvent(1)], live: [liveMessage('a')] });
  await fixture.counters.change({ _id: 'a' }, { $inc: { n: 1 } }, { events: [newTestEvent(2)] });

  await vi.waitFor(async () => expect(await fixture.waiting()).toBe(0), waitOptions);
  expect(fixture.numbers()).toEqual([1, 2]);
  expect(fixture.notified).toEqual([{ type: 'ebook-updated', id: 'a' }]);
  expect(await fixture.store.connection.collection('counters').findOne({})).toEqual({ _id: 'a', n: 2 });
});

it('a write that does not happen publishes nothing', async () => {
  await using fixture = await openCounters();
  await fixture.counters.create({ _id: 'a', n: 1, name: 'one' });

  const again = await fixture.counters.create({ _id: 'a', n: 9 }, { events: [newTestEvent(9)] });
  const sameName = await fixture.counters.create(
    { _id: 'b', n: 9, name: 'one' },
    { events: [newTestEvent(9)] },
  );
  const nothing = await fixture.counters.change(
    { _id: 'a', n: 5 },
    { $set: { n: 9 } },
    { events: [newTestEvent(9)] },
  );
  const taken = await fixture.counters.change(
    { _id: 'c' },
    { $set: { n: 9, name: 'one' } },
    { events: [newTestEvent(9)], upsert: true },
  );
  await fixture.store.relay.flush();

  expect([again, sameName, nothing, taken]).toEqual([false, false, null, null]);
  expect(fixture.sent).toEqual([]);
});

it('keeps all events while the broker is down, and publishes them in order afterwards', async () => {
  await using fixture = await openCounters();
  fixture.reachable.broker = false;
  for (let n = 0; n < 5; n += 1)
    await fixture.counters.change(
      { _id: 'a' },
      { $inc: { n: 1 } },
      { upsert: true, events: [newTestEvent(n)] },
    );
  await Promise.all(
    Array.from({ length: 500 }, (_, n) =>
      fixture.counters.create({ _id: `x${n}`, n }, { events: [newTestEvent(1_000 + n)] }),
    ),
  );
  const kept = await fixture.waiting();

  fixture.reachable.broker = true;
  fixture.store.relay.wake();

  await vi.waitFor(async () => expect(await fixture.waiting()).toBe(0), waitOptions);
  expect(kept).toBe(501);
  expect(fixture.numbers().filter((n) => n < 1_000)).toEqual([0, 1, 2, 3, 4]);
  expect(new Set(fixture.numbers()).size).toBe(505);
});

it('a later event of a document does not overtake one that failed', async () => {
  await using fixture = await openCounters();
  await fixture.counters.create({ _id: 'a', n: 0 });
  fixture.reachable.broker = false;
  await fixture.counters.change({ _id: 'a' }, { $inc: { n: 1 } }, { events: [newTestEvent(1)] });
  fixture.reachable.broker = true;

  await fixture.counters.change({ _id: 'a' }, { $inc: { n: 1 } }, { events: [newTestEvent(2)] });

  await vi.waitFor(async () => expect(await fixture.waiting()).toBe(0), waitOptions);
  expect(fixture.numbers()).toEqual([1, 2]);
});

it('events that another process has sent are no longer pending here', async () => {
  const database = `test${freshSuffix()}`;
  await using cutOff = await openCounters(database);
  await using other = await openCounters(database);
  cutOff.reachable.broker = false;
  for (let n = 0; n < 20; n += 1)
    await cutOff.counters.create({ _id: `c${n}`, n }, { events: [newTestEvent(n)] });
  const before = cutOff.store.relay.pendingOrderSize();

  await vi.waitFor(async () => {
    await other.store.relay.flush();
    expect(await other.waiting()).toBe(0);
  }, waitOptions);

  await vi.waitFor(async () => {
    await cutOff.store.relay.flush();
    expect(cutOff.store.relay.pendingOrderSize()).toBe(0);
  }, waitOptions);
  expect(before).toBe(20);
  expect(new Set(other.numbers()).size).toBe(20);
});

it('events do not wait for a live log that is down; its messages are published later', async () => {
  await using fixture = await openCounters();
  fixture.reachable.live = false;
  await fixture.counters.create({ _id: 'a', n: 0 }, { events: [newTestEvent(1)], live: [liveMessage('a')] });
  await fixture.counters.change({ _id: 'a' }, { $inc: { n: 1 } }, { events: [newTestEvent(2)] });
  await vi.waitFor(() => expect(fixture.numbers()).toEqual([1, 2]), waitOptions);
  const before = [...fixture.notified];

  fixture.reachable.live = true;
  fixture.store.relay.wake();

  await vi.waitFor(() => expect(fixture.notified).toHaveLength(1), waitOptions);
  expect(before).toEqual([]);
  await vi.waitFor(async () => expect(await fixture.waiting()).toBe(0), waitOptions);
  expect(fixture.numbers()).toEqual([1, 2]);
});

it('the next process sends the rows that a stopped one left', async () => {
  const database = `test${freshSuffix()}`;
  {
    await using stopped = await openCounters(database);
    stopped.reachable.broker = false;
    await stopped.counters.create({ _id: 'a', n: 0 }, { events: [newTestEvent(1), newTestEvent(2)] });
  }

  await using next = await openCounters(database);

  await vi.waitFor(() => expect(next.numbers()).toEqual([1, 2]), waitOptions);
});

it('two processes on one store lose no event', async () => {
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

  await vi.waitFor(async () => expect(await left.waiting()).toBe(0), waitOptions);
  expect(new Set([...left.numbers(), ...right.numbers()]).size).toBe(200);
});
