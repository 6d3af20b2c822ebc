/** Writes that go together, each with an end of its own. */
import { describe, expect, it } from 'vitest';
import { gatherReads, gatherWrites } from '../src/index.ts';
import { openCounters } from './counters.ts';

type Row = { _id: string; n: number; name?: string };

const open = async () => {
  const world = await openCounters();
  const rows = world.store.connection.collection<Row>('counters');
  let commands = 0;
  world.store.connection.on('operation-start', ({ method }: { method: string }) => {
    if (method === 'bulkWrite') commands += 1;
  });
  return { world, rows, write: gatherWrites(rows), commands: () => commands };
};
const add = (_id: string) => ({
  updateOne: { filter: { _id }, update: { $inc: { n: 1 } }, upsert: true },
});

describe('gathered reads', () => {
  it('that come within a moment are one question, each with its own answer', async () => {
    const { world, rows } = await open();
    await using _ = world;
    await rows.insertMany([
      { _id: 'a', n: 1 },
      { _id: 'b', n: 2, name: 'b' },
    ]);
    let questions = 0;
    // the relay looks into this collection, too, but for nobody of these
    world.store.connection.on(
      'operation-start',
      ({ method, params }: { method: string; params: unknown }) => {
        if (method === 'find' && JSON.stringify(params).includes('nobody')) questions += 1;
      },
    );
    const read = gatherReads(rows, { n: 1 });

    expect(await Promise.all(['a', 'b', 'nobody', 'a'].map(read))).toEqual([
      { _id: 'a', n: 1 },
      { _id: 'b', n: 2 },
      null,
      { _id: 'a', n: 1 },
    ]);
    expect(questions).toBe(1);
    await rows.deleteOne({ _id: 'a' });
    expect(await read('a')).toBeNull();
  });
});

describe('gathered writes', () => {
  it('that come within a moment go with one command, and all are kept when their promise ends', async () => {
    const { world, rows, write, commands } = await open();
    await using _ = world;

    await Promise.all(Array.from({ length: 40 }, (_one, index) => write(add(`row-${index % 10}`))));

    expect(commands()).toBe(1);
    expect((await rows.find().toArray()).map(({ n }) => n)).toEqual(Array.from({ length: 10 }, () => 4));
    await write(add('row-0'));
    expect(commands()).toBe(2);
    expect(await rows.findOne({ _id: 'row-0' })).toMatchObject({ n: 5 });
  });

  it('of which the store refuses one are kept all the same, and only that one hears of it', async () => {
    const { world, rows, write } = await open();
    await using _ = world;
    await rows.insertOne({ _id: 'first', n: 1, name: 'taken' });

    const ends = await Promise.allSettled([
      write(add('a')),
      write({ insertOne: { document: { _id: 'second', n: 1, name: 'taken' } } }),
      write(add('b')),
    ]);

    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(ends[1]).toMatchObject({ reason: { code: 11_000 } });
    expect(await rows.countDocuments({ _id: { $in: ['a', 'b'] } })).toBe(2);
    expect(await rows.countDocuments({ _id: 'second' })).toBe(0);
  });

  it('all fail when the store is away: whoever asked may ask again', async () => {
    const { world, write } = await open();
    await world[Symbol.asyncDispose]();

    const ends = await Promise.allSettled([write(add('a')), write(add('b'))]);

    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
