/** Changes of one document: once for each event, with all they say, and its end. */
import { expect, it, vi } from 'vitest';
import { type AggregateFields, Schema } from '../src/index.ts';
import { calm, live, openCounters } from './counters.ts';
import { newTestEvent } from './support.ts';

type Made = { _id: string; n?: number; kept?: string | null; name?: string | undefined };

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

it('a change of nothing that says nothing answers how the document stands', async () => {
  await using at = await openCounters();
  await at.counters.create({ _id: 'a', n: 1 });

  expect(await at.counters.change({ _id: 'a' }, {})).toEqual({ _id: 'a', n: 1 });
  expect(await at.counters.change({ _id: 'a' }, { $set: {} })).toEqual({ _id: 'a', n: 1 });
  expect(await at.counters.change({ _id: 'nobody' }, {})).toBeNull();
});

it('a field without a value is not written', async () => {
  await using at = await openCounters();
  await at.counters.create({ _id: 'a', n: 1 });

  await at.counters.change({ _id: 'a' }, { $set: { n: 2, name: undefined } });
  expect(await at.counters.model.findById('a').lean()).toStrictEqual({ _id: 'a', n: 2 });
});

it('what is made gets the defaults of its schema, and no field without a value', async () => {
  await using at = await openCounters();
  const fields = new Schema<Made>(
    { _id: String, n: { type: Number, default: 7 }, kept: { type: String, default: null }, name: String },
    { versionKey: false },
  );
  const made = at.store.kit.aggregate<Made>('made', fields);

  await made.create({ _id: 'a', name: undefined });
  await made.create({ _id: 'b', n: 1, kept: 'yes', name: 'b' });

  const found = await made.model.find().sort({ _id: 1 }).lean();
  expect(found).toStrictEqual([
    { _id: 'a', n: 7, kept: null },
    { _id: 'b', n: 1, kept: 'yes', name: 'b' },
  ]);
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
    kind: 'remove' as const,
    body: { collection: 'counters', filter: '{"_id":"a"}' },
  };
  const event = { id: 'e', write: 'w', kind: 'event', body: newTestEvent(-1) } as const;

  await at.store.connection
    .collection<{ _id: string } & AggregateFields>('departures')
    .insertOne({ _id: 'wish', outbox: [remove, event], outboxDue: new Date(0) });
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
