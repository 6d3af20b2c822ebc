/** Changes of one document, once for each event, with their outbox messages; and its deletion. */
import { expect, it, vi } from 'vitest';
import { type AggregateFields, Schema } from '../src/index.ts';
import { liveMessage, openCounters, waitOptions } from './counters.ts';
import { newTestEvent } from './support.ts';

type Item = { _id: string; n?: number; kept?: string | null; name?: string | undefined };

it('concurrent deliveries of one event change a document once, also when they create it', async () => {
  await using fixture = await openCounters();
  const changes = await Promise.all(
    Array.from({ length: 20 }, () =>
      fixture.counters.change(
        { _id: 'a' },
        { $inc: { n: 1 } },
        { applied: 'event-1', upsert: true, events: [newTestEvent(1)] },
      ),
    ),
  );

  await fixture.store.relay.flush();

  expect(changes.filter((after) => after !== null)).toHaveLength(1);
  expect(await fixture.counters.model.findById('a').lean()).toEqual({ _id: 'a', n: 1 });
  expect(fixture.numbers()).toEqual([1]);
});

it('parallel changes of one document lose no event', async () => {
  await using fixture = await openCounters();

  await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      fixture.counters.change({ _id: 'a' }, { $inc: { n: 1 } }, { upsert: true, events: [newTestEvent(n)] }),
    ),
  );

  await vi.waitFor(async () => expect(await fixture.waiting()).toBe(0), waitOptions);
  expect((await fixture.counters.model.findById('a').lean())?.n).toBe(100);
  expect(new Set(fixture.numbers()).size).toBe(100);
});

it('an empty change without messages returns the document', async () => {
  await using fixture = await openCounters();
  await fixture.counters.create({ _id: 'a', n: 1 });

  expect(await fixture.counters.change({ _id: 'a' }, {})).toEqual({ _id: 'a', n: 1 });
  expect(await fixture.counters.change({ _id: 'a' }, { $set: {} })).toEqual({ _id: 'a', n: 1 });
  expect(await fixture.counters.change({ _id: 'unknown' }, {})).toBeNull();
});

it('an undefined field is not written', async () => {
  await using fixture = await openCounters();
  await fixture.counters.create({ _id: 'a', n: 1 });

  await fixture.counters.change({ _id: 'a' }, { $set: { n: 2, name: undefined } });
  expect(await fixture.counters.model.findById('a').lean()).toStrictEqual({ _id: 'a', n: 2 });
});

it('an undefined field of an event is absent in the stored outbox, also when a document is changed', async () => {
  await using fixture = await openCounters();
  fixture.reachable.broker = false;
  const event = { ...newTestEvent(1), data: { n: 1, runPage: undefined } };
  await fixture.counters.create({ _id: 'a', n: 1 }, { events: [event] });
  await fixture.counters.change({ _id: 'a' }, { $inc: { n: 1 } }, { events: [event] });

  const { outbox = [] } = (await fixture.counters.model.findById('a', { outbox: 1 }).lean()) ?? {};
  expect(outbox.map(({ body }) => (body as typeof event).data)).toStrictEqual([{ n: 1 }, { n: 1 }]);
});

it('a new document gets the defaults of its schema, and no undefined field', async () => {
  await using fixture = await openCounters();
  const fields = new Schema<Item>(
    { _id: String, n: { type: Number, default: 7 }, kept: { type: String, default: null }, name: String },
    { versionKey: false },
  );
  const items = fixture.store.serviceStore.aggregate<Item>('items', fields);

  await items.create({ _id: 'a', name: undefined });
  await items.create({ _id: 'b', n: 1, kept: 'yes', name: 'b' });

  const found = await items.model.find().sort({ _id: 1 }).lean();
  expect(found).toStrictEqual([
    { _id: 'a', n: 7, kept: null },
    { _id: 'b', n: 1, kept: 'yes', name: 'b' },
  ]);
});

it('a change by pipeline publishes its events', async () => {
  await using fixture = await openCounters();
  await fixture.counters.create({ _id: 'a', n: 2 });

  const after = await fixture.counters.change(
    { _id: 'a' },
    [{ $set: { n: { $multiply: ['$n', 10] }, name: '$_id' } }],
    { applied: 'event-1', events: [newTestEvent(20)] },
  );
  const again = await fixture.counters.change({ _id: 'a' }, [{ $set: { n: 0 } }], { applied: 'event-1' });
  await fixture.store.relay.flush();

  expect(after).toMatchObject({ n: 20, name: 'a' });
  expect(again).toBeNull();
  expect(fixture.numbers()).toEqual([20]);
});

it('a removal publishes its events and leaves no rows', async () => {
  await using fixture = await openCounters();
  await fixture.counters.create({ _id: 'a', n: 1 });

  const deleted = await fixture.counters.remove(
    { _id: 'a' },
    { events: [newTestEvent(-1)], live: [liveMessage('a')] },
  );
  const again = await fixture.counters.remove({ _id: 'a' }, { events: [newTestEvent(-2)] });

  await vi.waitFor(async () => expect(await fixture.waiting()).toBe(0), waitOptions);
  expect([deleted, again]).toEqual([{ _id: 'a', n: 1 }, null]);
  expect(fixture.numbers()).toEqual([-1]);
  expect(await fixture.store.connection.collection('departures').countDocuments()).toBe(0);
});

it('a removal that was stored before a crash is done and published after it', async () => {
  await using fixture = await openCounters();
  await fixture.counters.create({ _id: 'a', n: 1 });
  const remove = {
    id: 'r',
    write: 'w',
    kind: 'remove' as const,
    body: { collection: 'counters', filter: '{"_id":"a"}' },
  };
  const event = { id: 'e', write: 'w', kind: 'event', body: newTestEvent(-1) } as const;

  await fixture.store.connection
    .collection<{ _id: string } & AggregateFields>('departures')
    .insertOne({ _id: 'removal', outbox: [remove, event], outboxDue: new Date(0) });
  fixture.store.relay.wake();

  await vi.waitFor(() => expect(fixture.numbers()).toEqual([-1]), waitOptions);
  expect(await fixture.counters.model.countDocuments()).toBe(0);
});

it('a removal that is repeated after a crash publishes its event once', async () => {
  await using fixture = await openCounters();
  await fixture.counters.create({ _id: 'a', n: 1 });
  const removed = newTestEvent(-1);
  const remove = {
    id: 'r',
    write: 'w',
    kind: 'remove' as const,
    body: { collection: 'counters', filter: '{"_id":"a"}' },
  };
  const event = { id: 'e', write: 'w', kind: 'event', body: removed } as const;
  await fixture.store.connection
    .collection<{ _id: string } & AggregateFields>('departures')
    .insertOne({ _id: removed.id, outbox: [remove, event], outboxDue: new Date(0) });

  const again = await fixture.counters.remove({ _id: 'a' }, { events: [{ ...removed, data: { n: -2 } }] });
  fixture.store.relay.wake();

  await vi.waitFor(async () => expect(await fixture.waiting()).toBe(0), waitOptions);
  expect(again).toBeNull();
  expect(fixture.numbers()).toEqual([-1]);
  expect(await fixture.counters.model.countDocuments()).toBe(0);
});

it('work is done once for its key, retried after a failure, and its data is deleted', async () => {
  await using fixture = await openCounters();
  const done: string[] = [];
  let healthy = false;
  fixture.store.serviceStore.worker('receipt', async (data, key) => {
    if (!healthy) throw new Error('mail server down');
    done.push(`${key} ${(data as { to: string }).to}`);
  });
  const work = [{ kind: 'receipt', key: 'o1', data: { to: 'asha' } }];
  await fixture.counters.create({ _id: 'a', n: 1 }, { work });
  await fixture.counters.change({ _id: 'a' }, { $inc: { n: 1 } }, { work });
  await fixture.store.relay.flush();
  await fixture.store.worker.flush();

  healthy = true;
  await fixture.store.worker.flush();
  await fixture.counters.change({ _id: 'a' }, { $inc: { n: 1 } }, { work });
  await fixture.store.relay.flush();
  await fixture.store.worker.flush();

  expect(done).toEqual(['o1 asha']);
  const [kept] = await fixture.store.connection.collection('outside_work').find({}).toArray();
  expect(kept).not.toHaveProperty('data');
});

it('a document keeps at most a thousand applied events', async () => {
  await using fixture = await openCounters();
  await fixture.counters.create({ _id: 'a', n: 0 });
  for (let n = 0; n < 1_010; n += 1)
    await fixture.counters.change({ _id: 'a' }, { $inc: { n: 1 } }, { applied: `e${n}` });

  const kept = await fixture.counters.model.findById('a').select('+applied').lean();

  expect(kept?.applied).toHaveLength(1_000);
  expect(kept?.applied?.at(-1)?.id).toBe('e1009');
});
