import mongoose from 'mongoose';
import { describe, expect, it } from 'vitest';
import { openFixture } from './fixture.ts';

describe('unique indexes', () => {
  it('refuse a second document with a complete duplicate key error', async () => {
    await using fixture = await openFixture();
    const readers = fixture.db.collection('readers');
    await readers.createIndex({ mail: 1 }, { unique: true });
    await readers.insertOne({ mail: 'a@example.org' });

    await expect(readers.insertOne({ mail: 'a@example.org' })).rejects.toMatchObject({
      code: 11000,
      keyPattern: { mail: 1 },
      keyValue: { mail: 'a@example.org' },
      message:
        'E11000 duplicate key error collection: satrangi.readers index: mail_1 dup key: { mail: "a@example.org" }',
    });
    await expect(
      readers.updateOne({ mail: 'b' }, { $set: { mail: 'a@example.org' } }, { upsert: true }),
    ).rejects.toMatchObject({ code: 11000 });
  });

  it('accept one of many concurrent inserts', async () => {
    await using fixture = await openFixture();
    const grants = fixture.db.collection('grants');
    await grants.createIndex({ reader: 1, book: 1 }, { unique: true });

    const results = await Promise.allSettled(
      Array.from({ length: 30 }, () => grants.insertOne({ reader: 'r', book: 'b' })),
    );

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await grants.countDocuments()).toBe(1);
  });

  it('treat a missing field as null, unless they are sparse or partial', async () => {
    await using fixture = await openFixture();
    const plain = fixture.db.collection('plain');
    const sparse = fixture.db.collection('sparse');
    const partial = fixture.db.collection('partial');
    await plain.createIndex({ a: 1 }, { unique: true });
    await sparse.createIndex({ a: 1 }, { unique: true, sparse: true });
    await partial.createIndex({ a: 1 }, { unique: true, partialFilterExpression: { live: true } });

    await plain.insertOne({});
    await expect(plain.insertOne({ a: null })).rejects.toMatchObject({ code: 11000 });
    await sparse.insertMany([{}, {}, { a: null }]);
    await expect(sparse.insertOne({ a: null })).rejects.toMatchObject({ code: 11000 });
    await partial.insertMany([{ a: 1 }, { a: 1 }, { a: 1, live: true }]);
    await expect(partial.insertOne({ a: 1, live: true })).rejects.toMatchObject({ code: 11000 });
    await expect(
      partial.updateOne({ live: { $exists: false } }, { $set: { live: true } }),
    ).rejects.toMatchObject({
      code: 11000,
    });
  });

  it('on arrays compare elements of different documents, not of one', async () => {
    await using fixture = await openFixture();
    const things = fixture.db.collection('things');
    await things.createIndex({ tags: 1 }, { unique: true });

    await things.insertOne({ tags: ['a', 'a', 'b'] });

    await expect(things.insertOne({ tags: ['c', 'b'] })).rejects.toMatchObject({ code: 11000 });
  });

  it('with a collation ignore case', async () => {
    await using fixture = await openFixture();
    const things = fixture.db.collection('things');
    await things.createIndex({ name: 1 }, { unique: true, collation: { locale: 'en', strength: 2 } });
    await things.insertOne({ name: 'Asha' });

    await expect(things.insertOne({ name: 'asha' })).rejects.toMatchObject({ code: 11000 });
    expect(
      await things.findOne({ name: 'ASHA' }, { collation: { locale: 'en', strength: 2 } }),
    ).not.toBeNull();
  });

  it('cannot be created over documents with duplicates', async () => {
    await using fixture = await openFixture();
    const things = fixture.db.collection('things');
    await things.insertMany([{ a: 1 }, { a: 1 }]);

    await expect(things.createIndex({ a: 1 }, { unique: true })).rejects.toMatchObject({ code: 11000 });
    expect(await things.indexes()).toHaveLength(1);
  });
});

describe('indexes', () => {
  it('can be created twice with the same options only', async () => {
    await using fixture = await openFixture();
    const things = fixture.db.collection('things');
    await things.createIndex({ a: 1 });

    expect(await things.createIndex({ a: 1 })).toBe('a_1');
    await expect(things.createIndex({ a: 1 }, { name: 'other' })).rejects.toMatchObject({ code: 85 });
    await expect(things.createIndex({ b: 1 }, { name: 'a_1' })).rejects.toMatchObject({ code: 86 });
    await expect(things.createIndex({ a: 1 }, { unique: true })).rejects.toMatchObject({ code: 86 });
    await expect(things.dropIndex('nothing')).rejects.toMatchObject({ code: 27 });
    await expect(things.dropIndex('_id_')).rejects.toMatchObject({ code: 72 });
    await things.dropIndex('a_1');
    expect((await things.indexes()).map(({ name }) => name)).toEqual(['_id_']);
  });

  it('are shown by explain', async () => {
    await using fixture = await openFixture();
    const things = fixture.db.collection('things');
    await things.createIndex({ status: 1, at: -1 });
    await things.insertMany(Array.from({ length: 100 }, (_, at) => ({ status: at % 2 ? 'on' : 'off', at })));

    const { queryPlanner, executionStats } = await things
      .find({ status: 'on' })
      .sort({ at: -1 })
      .limit(5)
      .explain();
    const scan = await things.find({ other: 1 }).explain();

    expect(queryPlanner.winningPlan).toMatchObject({
      stage: 'LIMIT',
      inputStage: {
        stage: 'FETCH',
        inputStage: { stage: 'IXSCAN', indexName: 'status_1_at_-1', direction: 'forward' },
      },
    });
    expect(executionStats).toMatchObject({ nReturned: 5, totalKeysExamined: 5 });
    expect(scan.queryPlanner.winningPlan.stage).toBe('COLLSCAN');
  });

  it('can be selected by hint, and a wrong hint is an error', async () => {
    await using fixture = await openFixture();
    const things = fixture.db.collection('things');
    await things.createIndex({ a: 1 });
    await things.insertMany([{ a: 2 }, { a: 1 }]);

    expect((await things.find({}, { hint: 'a_1' }).toArray()).map(({ a }) => a)).toEqual([1, 2]);
    await expect(things.find({}, { hint: 'b_1' }).toArray()).rejects.toMatchObject({ code: 2 });
  });

  it('with a TTL remove expired documents', async () => {
    await using fixture = await openFixture({ expireEveryMs: 20 });
    const sessions = fixture.db.collection('sessions');
    await sessions.createIndex({ at: 1 }, { expireAfterSeconds: 3600 });
    await sessions.insertMany([
      { name: 'old', at: new Date(Date.now() - 7_200_000) },
      { name: 'any of its dates', at: [new Date(), new Date(0)] },
      { name: 'new', at: new Date() },
      { name: 'no date', at: 'long ago' },
      { name: 'nothing' },
    ]);

    await expect
      .poll(() => sessions.distinct('name'), { timeout: 10_000 })
      .toEqual(['new', 'no date', 'nothing']);
  });
});

describe('mongoose', () => {
  it('works unmodified: schema, indexes, validation, populate, versions', async () => {
    await using fixture = await openFixture();
    const connection = await mongoose.createConnection(`${fixture.url}/satrangi`).asPromise();
    try {
      const Author = connection.model(
        'Author',
        new mongoose.Schema({ name: { type: String, unique: true } }),
      );
      const bookSchema = new mongoose.Schema(
        {
          title: { type: String, required: true },
          author: { type: mongoose.Schema.Types.ObjectId, ref: 'Author' },
          chapters: [{ title: String, pages: Number }],
        },
        { timestamps: true, optimisticConcurrency: true },
      );
      const Book = connection.model('Book', bookSchema);
      await Author.init();
      const author = await Author.create({ name: 'Asha' });
      const book = await Book.create({
        title: 'One',
        author: author._id,
        chapters: [{ title: 'a', pages: 3 }],
      });

      await Book.updateOne({ 'chapters.title': 'a' }, { $inc: { 'chapters.$.pages': 2 } });
      const stale = await Book.findById(book._id).orFail();
      const fresh = await Book.findById(book._id).populate<{ author: { name: string } }>('author').orFail();
      fresh.title = 'Two';
      await fresh.save();
      stale.title = 'Three';

      expect(fresh.author.name).toBe('Asha');
      expect(fresh.chapters[0]?.pages).toBe(5);
      await expect(stale.save()).rejects.toThrow(mongoose.Error.VersionError);
      await expect(Author.create({ name: 'Asha' })).rejects.toMatchObject({ code: 11000 });
      await expect(Book.create({})).rejects.toThrow('title');
    } finally {
      await connection.close();
    }
  });
});
