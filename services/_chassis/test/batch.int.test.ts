/** Batched reads and writes, each with its own result. */
import { describe, expect, it } from 'vitest';
import { batchReads, batchWrites } from '../src/index.ts';
import { openCounters } from './counters.ts';

type Row = { _id: string; n: number; name?: string };

const openBatch = async () => {
  const fixture = await openCounters();
  const rows = fixture.store.connection.collection<Row>('counters');
  let commands = 0;
  fixture.store.connection.on('operation-start', ({ method }: { method: string }) => {
    if (method === 'bulkWrite') commands += 1;
  });
  return { fixture, rows, write: batchWrites(rows), commands: () => commands };
};
const add = (_id: string) => ({
  updateOne: { filter: { _id }, update: { $inc: { n: 1 } }, upsert: true },
});

describe('batched reads', () => {
  it('are one query, each with its own result', async () => {
    const { fixture, rows } = await openBatch();
    await using _ = fixture;
    await rows.insertMany([
      { _id: 'a', n: 1 },
      { _id: 'b', n: 2, name: 'b' },
    ]);
    let queries = 0;
    // queries of the relay on this collection do not contain the id
    fixture.store.connection.on(
      'operation-start',
      ({ method, params }: { method: string; params: unknown }) => {
        if (method === 'find' && JSON.stringify(params).includes('unknown')) queries += 1;
      },
    );
    const read = batchReads(rows, { n: 1 });

    expect(await Promise.all(['a', 'b', 'unknown', 'a'].map(read))).toEqual([
      { _id: 'a', n: 1 },
      { _id: 'b', n: 2 },
      null,
      { _id: 'a', n: 1 },
    ]);
    expect(queries).toBe(1);
    await rows.deleteOne({ _id: 'a' });
    expect(await read('a')).toBeNull();
  });
});

describe('batched writes', () => {
  it('are one command, and all are stored when their promises resolve', async () => {
    const { fixture, rows, write, commands } = await openBatch();
    await using _ = fixture;

    await Promise.all(Array.from({ length: 30 }, (_one, index) => write(add(`row-${index % 10}`))));

    expect(commands()).toBe(1);
    expect((await rows.find().toArray()).map(({ n }) => n)).toEqual(Array.from({ length: 10 }, () => 3));
    await write(add('row-0'));
    expect(commands()).toBe(2);
    expect(await rows.findOne({ _id: 'row-0' })).toMatchObject({ n: 4 });
  });

  it('a duplicate key rejects only its own write', async () => {
    const { fixture, rows, write } = await openBatch();
    await using _ = fixture;
    await rows.insertOne({ _id: 'first', n: 1, name: 'taken' });

    const results = await Promise.allSettled([
      write(add('a')),
      write({ insertOne: { document: { _id: 'second', n: 1, name: 'taken' } } }),
      write(add('b')),
    ]);

    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results[1]).toMatchObject({ reason: { code: 11_000 } });
    expect(await rows.countDocuments({ _id: { $in: ['a', 'b'] } })).toBe(2);
    expect(await rows.countDocuments({ _id: 'second' })).toBe(0);
  });

  it('all reject when the store is unavailable', async () => {
    const { fixture, write } = await openBatch();
    await fixture[Symbol.asyncDispose]();

    const results = await Promise.allSettled([write(add('a')), write(add('b'))]);

    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
