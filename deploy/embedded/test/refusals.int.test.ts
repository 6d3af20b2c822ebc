import { describe, expect, it } from 'vitest';
import { openFixture } from './fixture.ts';

describe('unsupported features', () => {
  it.each([
    ['an unknown command', { makeTea: 1 }, 59],
    ['map-reduce', { mapReduce: 'things' }, 115],
    ['users', { createUser: 'x', pwd: 'y', roles: [] }, 115],
    ['an aggregation without a cursor', { aggregate: 'things', pipeline: [] }, 9],
    ['a negative limit', { find: 'things', limit: -1 }, 51024],
    [
      'a sort in an update',
      { update: 'things', updates: [{ q: {}, u: { $set: { a: 1 } }, sort: { a: 1 } }] },
      40415,
    ],
    ['a collection with a dollar', { create: 'a$b' }, 73],
    ['an index on a missing collection listed', { listIndexes: 'nothing' }, 26],
  ])('%s is refused with its code', async (_, command, code) => {
    await using fixture = await openFixture();

    await expect(fixture.db.command(command)).rejects.toMatchObject({ code });
  });

  it('transactions are refused, not executed in part', async () => {
    await using fixture = await openFixture();
    await using session = fixture.client.startSession();
    session.startTransaction();

    await expect(fixture.db.collection('things').insertOne({ a: 1 }, { session })).rejects.toThrow();
    expect(await fixture.db.collection('things').countDocuments()).toBe(0);
  });

  it.each([
    ['code of the client', { $where: 'true' }],
    ['a schema', { $jsonSchema: { required: ['a'] } }],
    ['a test of bits', { a: { $bitsAllSet: [0] } }],
  ])('%s is refused in a query, with and without documents', async (_, filter) => {
    await using fixture = await openFixture();
    const things = fixture.db.collection('things');

    await expect(things.find(filter).toArray()).rejects.toMatchObject({ code: 115 });
    await things.insertOne({ a: 1 });
    await expect(things.find(filter).toArray()).rejects.toMatchObject({ code: 115 });
  });

  it('a slow query ends at its time limit', async () => {
    await using fixture = await openFixture();
    await fixture.db.collection('things').insertMany(Array.from({ length: 100 }, (_, a) => ({ a })));

    const input = { $range: [0, 20_000] };
    const sum = { $reduce: { input, initialValue: 0, in: { $add: ['$$value', '$$this'] } } };
    const slow = fixture.db
      .collection('things')
      .find({ $expr: { $gt: [sum, '$a'] } })
      .maxTimeMS(20)
      .toArray();

    await expect(slow).rejects.toMatchObject({ code: 50 });
  });
});
