import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Collection, type Document, MongoClient } from 'mongodb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serve } from '../src/server.ts';
import { sqliteStore } from '../src/store/sqlite.ts';
import { DATA_DAMAGED } from '../src/store/store-error.ts';
import { type Fixture, type Folder, openFixture, temporaryFolder } from './fixture.ts';

/** A tenth of the documents. */
const RESIDENT_BYTES = 20_000;
const DOCS = 1_000;

type Thing = { _id: number; n: number; group: string; text: string };
const thing = (n: number): Thing => ({ _id: n, n, group: `g${n % 7}`, text: 'word '.repeat(30 + (n % 11)) });
const things = ({ db }: Fixture): Collection<Thing> => db.collection<Thing>('things');

let folder: Folder;
let fixture: Fixture;
const open = async (): Promise<void> => {
  fixture = await openFixture({ dir: folder.path, residentBytes: RESIDENT_BYTES });
};
const reopen = async (): Promise<void> => {
  await fixture[Symbol.asyncDispose]();
  await open();
};

beforeEach(async () => {
  folder = temporaryFolder();
  await open();
  await things(fixture).createIndex({ group: 1, n: -1 });
  await things(fixture).insertMany(Array.from({ length: DOCS }, (_, n) => thing(n)));
});
afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

it('documents that left the memory are found, changed and removed as before', async () => {
  const expected = new Map(Array.from({ length: DOCS }, (_, n) => [n, thing(n)]));
  for (let step = 0; step < 600; step += 1) {
    const n = (step * 379) % DOCS;
    const known = expected.get(n);
    if (step % 3 === 0) {
      const text = `changed in step ${step}`;
      await things(fixture).updateOne({ _id: n }, { $set: { text }, $inc: { n: 1 } });
      if (known) expected.set(n, { ...known, n: known.n + 1, text });
    } else if (step % 3 === 1) {
      await things(fixture).deleteOne({ _id: n });
      expected.delete(n);
    } else expect(await things(fixture).findOne({ _id: n })).toEqual(known ?? null);
    if (step % 200 === 199) await reopen();
  }
  const all = await things(fixture).find().sort({ _id: 1 }).toArray();
  expect(all).toEqual([...expected.values()].sort((a, b) => a._id - b._id));
  const group = await things(fixture).find({ group: 'g3' }).sort({ n: -1 }).toArray();
  const inGroup = all.filter((each) => each.group === 'g3').sort((a, b) => b.n - a.n);
  expect(group.map(({ n }) => n)).toEqual(inGroup.map(({ n }) => n));
});

it('a cursor over everything returns each document once, also those that are changed or removed meanwhile', async () => {
  await reopen();
  const cursor = things(fixture).find({}, { batchSize: 100 });
  const found: number[] = [];
  for await (const { _id } of cursor) {
    found.push(_id);
    if (_id === 150) {
      await things(fixture).deleteMany({ _id: { $gte: 500, $lt: 600 } });
      await things(fixture).updateMany({ _id: { $gte: 600 } }, { $set: { text: 'later' } });
    }
  }
  expect(new Set(found).size).toBe(found.length);
  for (let n = 0; n < 500; n += 1) expect(found).toContain(n);
  for (let n = 600; n < DOCS; n += 1) expect(found).toContain(n);
});

it('a change of many documents in one command is stored, and so are those that it did not fit in memory with', async () => {
  await things(fixture).updateMany({}, [{ $set: { text: { $concat: ['<', '$text', '>'] } } }]);
  await reopen();
  const all = await things(fixture).find().toArray();
  expect(all.every(({ _id, text }) => text === `<${thing(_id).text}>`)).toBe(true);
});

it('documents of 15 MB, each much more than fits in memory, are read, changed and returned one at a time', async () => {
  const large = fixture.db.collection<Document>('large');
  const text = 'x'.repeat(15_000_000);
  for (let n = 0; n < 5; n += 1) await large.insertOne({ n, text: `${n}${text}` });
  await large.updateMany({}, { $inc: { n: 10 } });
  await reopen();
  const found: number[] = [];
  for await (const { n, text: each } of fixture.db.collection<Document>('large').find()) {
    expect(each.length).toBe(text.length + 1);
    found.push(n);
  }
  expect(found).toEqual([10, 11, 12, 13, 14]);
});

it('a cursor over a collection that is dropped ends with the error of MongoDB, and the server stays', async () => {
  await reopen();
  const cursor = things(fixture).find({}, { batchSize: 100 });
  await cursor.next();
  await things(fixture).drop();
  await things(fixture).insertOne(thing(1));
  await expect(cursor.toArray()).rejects.toMatchObject({ code: 175 });
  expect(await things(fixture).countDocuments()).toBe(1);
});

it('a cursor that fails is closed: what it had read for the failed batch is not skipped', async () => {
  const share = { $divide: [1, { $subtract: ['$n', 150] }] };
  const reply = await fixture.db.command({ find: 'things', projection: { share }, batchSize: 100 });
  const getMore = (): Promise<Document> =>
    fixture.db.command({ getMore: reply.cursor.id, collection: 'things' });
  await expect(getMore()).rejects.toThrow('divide');
  await expect(getMore()).rejects.toMatchObject({ code: 43 });
});

it('a collection cannot be renamed to its own name, which would drop it', async () => {
  const ns = `${fixture.db.databaseName}.things`;
  const rename = fixture.client.db('admin').command({ renameCollection: ns, to: ns, dropTarget: true });
  await expect(rename).rejects.toMatchObject({ code: 20 });
  await reopen();
  expect(await things(fixture).countDocuments()).toBe(DOCS);
});

/** Opens the folder in parts, so that a test sees the failures of its file. */
const openLarge = async (
  onStoreFailure = (_error: unknown): void => undefined,
  store = sqliteStore(folder.path),
): Promise<void> => {
  const server = await serve({
    store,
    port: 0,
    host: '127.0.0.1',
    settings: { version: '7.0.14' },
    residentBytes: RESIDENT_BYTES,
    expireEveryMs: 1_000,
    onStoreFailure,
  });
  const url = `mongodb://127.0.0.1:${server.port}`;
  const client = new MongoClient(url);
  const close = async (): Promise<void> => {
    await client.close();
    await server.close();
  };
  fixture = { url, client, db: client.db('satrangi'), [Symbol.asyncDispose]: close };
};

it('a large store answers before everything is loaded, and then contains everything', async () => {
  await fixture.db.collection<Document>('others').insertMany([{ n: 1 }, { n: 2 }]);
  await fixture.db.collection<Document>('others').createIndex({ n: 1 }, { unique: true });
  await fixture[Symbol.asyncDispose]();
  await openLarge();
  const others = fixture.db.collection<Document>('others');
  await expect(others.insertOne({ n: 2 })).rejects.toMatchObject({ code: 11_000 });
  await others.insertOne({ n: 3 });
  expect(await things(fixture).countDocuments({ group: 'g1' })).toBe(143);
  expect(await things(fixture).findOne({ _id: 7 })).toEqual(thing(7));
  await fixture[Symbol.asyncDispose]();
  await openLarge();
  expect(await fixture.db.collection('others').countDocuments()).toBe(3);
  expect(await things(fixture).find().toArray()).toHaveLength(DOCS);
});

it('a document whose row is missing ends the server', async () => {
  await fixture[Symbol.asyncDispose]();
  const failures: unknown[] = [];
  const store = sqliteStore(folder.path);
  await openLarge((error) => failures.push(error), store);
  expect(await things(fixture).countDocuments({ group: 'g1' })).toBe(143);
  store.commit([{ kind: 'remove', collection: 1, seq: 500 }]);
  things(fixture)
    .updateOne({ _id: 499 }, { $set: { n: 0 } })
    .catch(() => undefined);
  await vi.waitFor(() =>
    expect(failures).toContainEqual(expect.objectContaining({ exitCode: DATA_DAMAGED })),
  );
});

it('damage of a large store ends the server when the document is loaded', async () => {
  await fixture[Symbol.asyncDispose]();
  const file = new DatabaseSync(join(folder.path, 'data.sqlite'));
  file.exec('UPDATE document SET checksum = checksum + 1 WHERE seq = (SELECT max(seq) FROM document)');
  file.close();
  const failures: unknown[] = [];
  await openLarge((error) => failures.push(error));
  await vi.waitFor(
    () => expect(failures).toContainEqual(expect.objectContaining({ exitCode: DATA_DAMAGED })),
    {
      timeout: 30_000,
    },
  );
});
