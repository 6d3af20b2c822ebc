import { Decimal128, Double, Long, ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { openFixture } from './fixture.ts';

describe('documents over the wire', () => {
  it('are returned with their stored types', async () => {
    await using fixture = await openFixture();
    const things = fixture.db.collection('things', { promoteValues: false, promoteLongs: false });
    const doc = {
      _id: new ObjectId(),
      double: new Double(1),
      long: Long.fromNumber(5),
      decimal: Decimal128.fromString('0.10'),
      date: new Date(5),
      nested: { list: [1, 'two', null, { three: 3 }] },
      pattern: /a+/i,
    };

    await things.insertOne(doc);
    await things.updateOne({ _id: doc._id }, { $set: { more: 'x' } });

    const found = await things.findOne({ _id: doc._id });
    expect(found?.double).toEqual(new Double(1));
    expect(String(found?.long)).toBe('5');
    expect(found?.long?._bsontype).toBe('Long');
    expect(String(found?.decimal)).toBe('0.10');
    expect(found?.date).toEqual(doc.date);
  });

  it('get an _id, first, when they have none', async () => {
    await using fixture = await openFixture();
    await fixture.db.command({ insert: 'things', documents: [{ a: 1 }] });

    const found = await fixture.db.collection('things').findOne();

    expect(Object.keys(found ?? {})).toEqual(['_id', 'a']);
    expect(found?._id).toBeInstanceOf(ObjectId);
  });

  it('an ordered insert stops at the first duplicate, an unordered one continues', async () => {
    await using fixture = await openFixture();
    const things = fixture.db.collection<{ _id: number }>('things');
    const docs = [{ _id: 1 }, { _id: 1 }, { _id: 2 }];

    await expect(things.insertMany(docs)).rejects.toMatchObject({ code: 11000, insertedCount: 1 });
    await expect(things.insertMany(docs, { ordered: false })).rejects.toMatchObject({ insertedCount: 1 });

    expect(await things.countDocuments()).toBe(2);
  });

  it('an upsert inserts once and then updates', async () => {
    await using fixture = await openFixture();
    const things = fixture.db.collection('things');

    const first = await things.updateOne(
      { key: 'a' },
      { $inc: { n: 1 }, $setOnInsert: { born: true } },
      { upsert: true },
    );
    const second = await things.updateOne(
      { key: 'a' },
      { $inc: { n: 1 }, $setOnInsert: { born: false } },
      { upsert: true },
    );

    expect(first).toMatchObject({ matchedCount: 0, upsertedCount: 1 });
    expect(second).toMatchObject({ matchedCount: 1, modifiedCount: 1, upsertedCount: 0 });
    expect(await things.findOne({}, { projection: { _id: 0 } })).toEqual({ key: 'a', n: 2, born: true });
  });

  it('an update without a change reports no modified document', async () => {
    await using fixture = await openFixture();
    const things = fixture.db.collection('things');
    await things.insertOne({ a: 1 });

    const result = await things.updateOne({ a: 1 }, { $set: { a: 1 } });

    expect(result).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
  });

  it('an update refused by a unique index counts nothing', async () => {
    await using fixture = await openFixture();
    const things = fixture.db.collection('things');
    await things.createIndex({ k: 1 }, { unique: true });
    await things.insertMany([{ k: 1 }, { k: 2 }]);

    const error: unknown = await things
      .bulkWrite([{ updateOne: { filter: { k: 1 }, update: { $set: { k: 2 } } } }])
      .catch((refused: unknown) => refused);

    expect(error).toMatchObject({ code: 11000, result: { matchedCount: 0, modifiedCount: 0 } });
    expect((await things.find().sort({ k: 1 }).toArray()).map(({ k }) => k)).toEqual([1, 2]);
  });

  it('findOneAndUpdate gives the document before or after', async () => {
    await using fixture = await openFixture();
    const things = fixture.db.collection('things');
    await things.insertOne({ a: 1 });

    const before = await things.findOneAndUpdate({}, { $inc: { a: 1 } });
    const after = await things.findOneAndUpdate({}, { $inc: { a: 1 } }, { returnDocument: 'after' });
    const removed = await things.findOneAndDelete({});

    expect([before?.a, after?.a, removed?.a]).toEqual([1, 3, 3]);
    expect(await things.findOneAndUpdate({}, { $inc: { a: 1 } })).toBeNull();
  });

  it('concurrent increments of one counter lose no update', async () => {
    await using fixture = await openFixture();
    const things = fixture.db.collection<{ _id: string; n: number }>('things');
    await things.insertOne({ _id: 'counter', n: 0 });

    await Promise.all(
      Array.from({ length: 200 }, () => things.updateOne({ _id: 'counter' }, { $inc: { n: 1 } })),
    );

    expect((await things.findOne({ _id: 'counter' }))?.n).toBe(200);
  });

  it('of many concurrent claims exactly one succeeds', async () => {
    await using fixture = await openFixture();
    const orders = fixture.db.collection('orders');
    const { insertedId } = await orders.insertOne({ status: 'pending' });

    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        orders.updateOne({ _id: insertedId, status: 'pending' }, { $set: { status: 'paid', by: n } }),
      ),
    );

    expect(claims.filter(({ modifiedCount }) => modifiedCount === 1)).toHaveLength(1);
  });

  it('of many megabytes in one message arrive complete', async () => {
    await using fixture = await openFixture();
    const things = fixture.db.collection<{ _id: number; text: string }>('things');
    const text = 'अ'.repeat(300_000);

    await things.insertMany(Array.from({ length: 30 }, (_, _id) => ({ _id, text })));

    const found = await things.find().sort({ _id: 1 }).toArray();
    expect(found.map(({ _id }) => _id)).toEqual(Array.from({ length: 30 }, (_, i) => i));
    expect(found.every((thing) => thing.text === text)).toBe(true);
  });

  it('larger than 16 MB are refused', async () => {
    await using fixture = await openFixture();
    const things = fixture.db.collection<{ _id: number; list: string[] }>('things');
    await things.insertOne({ _id: 1, list: ['x'.repeat(9_000_000)] });

    await expect(
      things.updateOne({ _id: 1 }, { $push: { list: 'y'.repeat(9_000_000) } }),
    ).rejects.toMatchObject({ code: 10334 });
    expect((await things.findOne({ _id: 1 }))?.list).toHaveLength(1);
  });

  it('unacknowledged writes are executed', async () => {
    await using fixture = await openFixture();
    const things = fixture.db.collection('things');

    await things.insertOne({ a: 1 }, { writeConcern: { w: 0 } });
    await fixture.db.command({ ping: 1 });

    await expect.poll(() => things.countDocuments()).toBe(1);
  });

  it('a validator refuses invalid documents', async () => {
    await using fixture = await openFixture();
    const things = await fixture.db.createCollection('things', {
      validator: { n: { $type: 'int', $gte: 0 } },
    });
    await things.insertOne({ n: 1 });

    await expect(things.insertOne({ n: 'one' })).rejects.toMatchObject({ code: 121 });
    await expect(things.updateOne({}, { $set: { n: -1 } })).rejects.toMatchObject({ code: 121 });
    await things.insertOne({ n: 'one' }, { bypassDocumentValidation: true });
    expect(await things.countDocuments()).toBe(2);
  });

  it('a view shows the result of its pipeline, and cannot be written', async () => {
    await using fixture = await openFixture();
    await fixture.db.collection('things').insertMany([{ a: 1 }, { a: 2 }, { a: 3 }]);
    await fixture.db.createCollection('big', {
      viewOn: 'things',
      pipeline: [{ $match: { a: { $gte: 2 } } }],
    });
    const big = fixture.db.collection('big');

    expect(await big.find().sort({ a: -1 }).project({ _id: 0 }).toArray()).toEqual([{ a: 3 }, { a: 2 }]);
    expect(await big.countDocuments({ a: 3 })).toBe(1);
    expect(await big.distinct('a')).toEqual([2, 3]);
    await expect(big.insertOne({ a: 9 })).rejects.toMatchObject({ code: 166 });
  });

  it('$out that fails does not change the collection', async () => {
    await using fixture = await openFixture();
    await fixture.db.collection('source').insertMany([{ k: 1 }, { k: 1 }]);
    const target = fixture.db.collection('target');
    await target.createIndex({ k: 1 }, { unique: true });
    await target.insertOne({ k: 7 });

    await expect(
      fixture.db
        .collection('source')
        .aggregate([{ $out: 'target' }])
        .toArray(),
    ).rejects.toMatchObject({
      code: 11000,
    });

    expect((await target.find().toArray()).map(({ k }) => k)).toEqual([7]);
  });

  it('$merge joins by key', async () => {
    await using fixture = await openFixture();
    const totals = fixture.db.collection<{ _id: string; seen?: boolean }>('totals');
    await totals.insertOne({ _id: 'a', seen: true });
    await fixture.db.collection('sales').insertMany([
      { who: 'a', n: 1 },
      { who: 'a', n: 2 },
      { who: 'b', n: 5 },
    ]);

    await fixture.db
      .collection('sales')
      .aggregate([{ $group: { _id: '$who', sum: { $sum: '$n' } } }, { $merge: 'totals' }])
      .toArray();

    expect(await totals.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 'a', seen: true, sum: 3 },
      { _id: 'b', sum: 5 },
    ]);
  });
});
