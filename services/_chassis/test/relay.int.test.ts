import { expect, it, vi } from 'vitest';
import { freshSuffix } from '../src/testing/index.ts';
import { calm, live, openCounters } from './counters.ts';
import { newTestEvent } from './support.ts';

it('what a write says leaves once the write stands, and nothing of it stays behind', async () => {
  await using at = await openCounters();

  await at.counters.create({ _id: 'a', n: 1 }, { events: [newTestEvent(1)], live: [live('a')] });
  await at.counters.change({ _id: 'a' }, { $inc: { n: 1 } }, { events: [newTestEvent(2)] });

  await vi.waitFor(async () => expect(await at.waiting()).toBe(0), calm);
  expect(at.numbers()).toEqual([1, 2]);
  expect(at.said).toEqual([{ type: 'ebook-updated', id: 'a' }]);
  expect(await at.store.connection.collection('counters').findOne({})).toEqual({ _id: 'a', n: 2 });
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
