import { describe, expect, it } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';

describe('cursors', () => {
  const filled = async (fixture: Fixture, count: number) => {
    const things = fixture.db.collection<{ _id: number }>('things');
    await things.insertMany(Array.from({ length: count }, (_, _id) => ({ _id })));
    return things;
  };

  it('return all documents in batches, in order', async () => {
    await using fixture = await openFixture();
    const things = await filled(fixture, 1000);

    const ids: number[] = [];
    for await (const { _id } of things.find().sort({ _id: 1 }).batchSize(7)) ids.push(_id);

    expect(ids).toEqual(Array.from({ length: 1000 }, (_, i) => i));
  });

  it('that were closed are removed', async () => {
    await using fixture = await openFixture();
    await filled(fixture, 10);
    const { cursor } = await fixture.db.command({ find: 'things', batchSize: 2 });

    const killed = await fixture.db.command({ killCursors: 'things', cursors: [cursor.id] });

    expect(killed.cursorsKilled).toHaveLength(1);
    await expect(fixture.db.command({ getMore: cursor.id, collection: 'things' })).rejects.toMatchObject({
      code: 43,
    });
  });

  it('apply skip and limit', async () => {
    await using fixture = await openFixture();
    const things = await filled(fixture, 20);

    const page = await things.find().sort({ _id: -1 }).skip(5).limit(3).toArray();

    expect(page.map(({ _id }) => _id)).toEqual([14, 13, 12]);
    expect(await things.countDocuments({}, { skip: 15, limit: 10 })).toBe(5);
  });
});
